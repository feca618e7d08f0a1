// The team's key. From a file it is read again when the file changes, so that a key is rotated without a restart.
import { readFileSync, statSync } from 'node:fs';
import { canBeSent } from '../../engine/remote/client/secret';
import { Freshness } from './freshness';

/** `now`: the file is looked at, however recently it was. */
export type TeamKey = (now?: boolean) => string;

export function teamKey(
  { key, keyFile }: { readonly key: string | undefined; readonly keyFile: string | undefined },
  clock: () => number,
  /** Told, once, of a file that cannot be used; the key that was read before stays. */
  onTrouble: (reason: string) => void = () => undefined,
  lookEvery = 5_000,
): TeamKey {
  if (keyFile === undefined) return () => key ?? '';
  let known = readFileSync(keyFile, 'utf8').trim();
  let changed = statSync(keyFile).mtimeMs;
  let told = '';
  const looked = new Freshness(clock);
  looked.renew();
  return (now = false) => {
    if (!now && looked.within(lookEvery)) return known;
    looked.renew();
    try {
      const time = statSync(keyFile).mtimeMs;
      const text = time === changed ? known : readFileSync(keyFile, 'utf8').trim();
      // A file that is being written may be empty for a moment, and one with two lines can be no header.
      if (!canBeSent(text)) throw new Error('The key file is empty or does not contain exactly one key.');
      changed = time;
      known = text;
      told = '';
    } catch (error) {
      // A file that is away for a moment does not take the key away.
      const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      if (told !== reason) onTrouble(reason);
      told = reason;
    }
    return known;
  };
}
