// The version of what a gateway stores, written into every place it stores in: each folder of the data folder, and Redis. A
// gateway reads what earlier versions wrote, and refuses to start on what only a later one can read.

/**
 * Raised when a version stores something that the versions before it would misread. 1: gateways of 0.1, which wrote no number.
 * 2: responses by service, key and request, and budgets in a ledger; those of 0.1 are read, and written for them too.
 */
export const storedFormat = 2;

/** Under this name in a folder: after every other key, so that no range holds it. */
export const formatKey = '~format';

/** A gateway does not start on such a place; its message says why, and what to do. */
export class UnusableStore extends Error {}

/** Without Redis, each gateway keeps its own account of what was paid: two on one folder would not know of each other. */
export class FolderInUse extends UnusableStore {
  override readonly name = 'FolderInUse';

  constructor(folder: string) {
    super(
      `${folder} is used by another gateway. Stop that one, or give this one another SPILLWAY_DATA; ` +
        'gateways that share responses and budgets need REDIS_URL.',
    );
  }
}

export class NewerFormat extends UnusableStore {
  override readonly name = 'NewerFormat';

  constructor(place: string, found: string) {
    super(
      `${place} was written by a newer version of Spillway (format ${found}; this version reads up to ${storedFormat}). ` +
        'Install that version again, or use another place. Nothing was changed.',
    );
  }
}

/** Throws where this version cannot read it; otherwise tells whether the number has to be written. */
export function needsFormat(found: string | undefined, place: string): boolean {
  if (found === undefined) return true;
  if (!/^\d{1,9}$/.test(found) || Number(found) > storedFormat)
    throw new NewerFormat(place, found.slice(0, 20));
  return Number(found) < storedFormat;
}
