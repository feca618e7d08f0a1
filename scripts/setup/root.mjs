// Scripts work on the repository they are in, regardless of the current directory.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string[]} parts */
export const at = (...parts) => path.join(root, ...parts);
