// Removes what a test wrote. A process that was just killed may still be writing there, so a folder that fills again is tried again.
import { rmSync } from 'node:fs';

export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
