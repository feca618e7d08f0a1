// Scripts work on the repository they are in, whatever folder they were started from.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string[]} parts */
export const at = (...parts) => path.join(root, ...parts);
