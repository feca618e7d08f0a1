// A connection to a database that can be closed or deleted under it at any time: the next operation opens it again.
import { StoreRefused } from '../../engine/ports/store';
import { openDatabase } from './database';

/** What may pass: a newer version in another window, an opening that was cut off, a full disk. */
const passing = ['VersionError', 'AbortError', 'QuotaExceededError'];

export interface Connection {
  /** A connection that was closed in between is opened once more. */
  readonly using: <T>(work: (database: IDBDatabase) => Promise<T>) => Promise<T>;
  readonly close: () => void;
}

/** `lost` is called when the database was deleted since it was first opened. */
export function createConnection(
  name: string,
  areas: readonly string[],
  version: number,
  lost: () => void = () => undefined,
): Connection {
  let opening: Promise<IDBDatabase> | undefined;
  let opened = 0;

  async function open(): Promise<IDBDatabase> {
    const closed = () => {
      opening = undefined;
    };
    const { database, isNew } = await openDatabase(name, areas, closed, version).catch(refuse);
    opened += 1;
    if (isNew && opened > 1) lost();
    return database;
  }

  function refuse(cause: unknown): never {
    const isPassing = passing.includes(String((cause as { readonly name?: unknown } | undefined)?.name));
    throw opened > 0 || isPassing ? cause : new StoreRefused('IndexedDB cannot be opened.', { cause });
  }

  function database(): Promise<IDBDatabase> {
    const current = (opening ??= open());
    current.catch(() => {
      if (opening === current) opening = undefined;
    });
    return current;
  }

  return {
    async using(work) {
      const first = await database();
      try {
        return await work(first);
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
        opening = undefined;
        return work(await database());
      }
    },
    close: () => {
      const closing = opening;
      opening = undefined;
      closing?.then(
        (db) => db.close(),
        () => undefined,
      );
    },
  };
}
