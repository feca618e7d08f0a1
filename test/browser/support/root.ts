// Paths of the repository; jest runs from its root.
import path from 'node:path';

export const at = (...parts: string[]): string => path.resolve(process.cwd(), ...parts);
