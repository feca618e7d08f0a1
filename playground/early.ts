// Runs while the spreadsheet is still being downloaded.
import { beginning } from './beginning';

// The page itself reports what went wrong.
beginning.catch(() => undefined);
