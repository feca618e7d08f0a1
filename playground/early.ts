// Runs while the spreadsheet is still being downloaded: in the demo, the worker is installed meanwhile.
import { startWorker } from './addIn/place';

// The page itself reports what went wrong.
startWorker().catch(() => undefined);
