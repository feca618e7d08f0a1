// The team's key. From a file it is read again when the file changes, so that a key is rotated without a restart.
import { readFileSync, statSync } from 'node:fs';

export type TeamKey = () => string;

export function teamKey(
  { key, keyFile }: { readonly key: string | undefined; readonly keyFile: string | undefined },
  clock: () => number,
  lookEvery = 5_000,
): TeamKey {
  if (keyFile === undefined) return () => key ?? '';
  let known = readFileSync(keyFile, 'utf8').trim();
  let changed = statSync(keyFile).mtimeMs;
  let looked = clock();
  return () => {
    if (clock() - looked < lookEvery) return known;
    looked = clock();
    try {
      const now = statSync(keyFile).mtimeMs;
      const text = now === changed ? known : readFileSync(keyFile, 'utf8').trim();
      changed = now;
      // A file that is being written may be empty for a moment.
      if (text !== '') known = text;
    } catch {
      // A file that is away for a moment does not take the key away.
    }
    return known;
  };
}
