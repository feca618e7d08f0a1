// The user's own templates, kept with the user's settings. Read again before each change, so that a change in one window does
// not undo one in another.
import type { Locks } from '../../../engine/ports/crossWindow';
import { InputFault } from '../../../spill/inputFault';
import type { UserStrings } from '../../runtime';
import { longestTemplate, readOwnTemplate, writeOwnTemplate, type OwnTemplate } from './ownTemplate';

export interface SavedTemplate {
  readonly id: string;
  readonly template: OwnTemplate;
}

const storedKey = 'templates';
const most = 20;
/** Together: the store of Office takes 10 MB for everything. */
const longestAll = 2_000_000;

interface Stored {
  readonly all: SavedTemplate[];
  /** What a newer version wrote: it stays as it is. */
  readonly unread: readonly unknown[] | 'all';
}

const notOurs =
  'A newer version of Spillway has changed your templates, so they cannot be changed here. Reload the add-in to update it.';

function readAll(text: string | null | undefined): Stored {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    // Damaged: there is nothing to lose.
    return { all: [], unread: [] };
  }
  if (!Array.isArray(stored)) return { all: [], unread: 'all' };
  const all: SavedTemplate[] = [];
  const unread: unknown[] = [];
  for (const entry of stored as unknown[]) {
    const { id, template } = (entry ?? {}) as { id?: unknown; template?: unknown };
    const read = readOwnTemplate(JSON.stringify(template ?? null));
    if (typeof id === 'string' && read) all.push({ id, template: read.template });
    else if (typeof id === 'string') unread.push(entry);
  }
  return { all, unread };
}

export interface OwnTemplates {
  list(): Promise<SavedTemplate[]>;
  /** Under a new id; a title that is taken gets a number. */
  add(template: OwnTemplate): Promise<SavedTemplate>;
  rename(id: string, title: string): Promise<void>;
  remove(id: string): Promise<SavedTemplate | undefined>;
  /** Undo of a removal. */
  restore(saved: SavedTemplate): Promise<void>;
}

const freeTitle = (wanted: string, all: readonly SavedTemplate[]): string => {
  const taken = new Set(all.map(({ template }) => template.title.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const title = number === 1 ? wanted : `${wanted.slice(0, 56)} ${number}`;
    if (!taken.has(title.toLowerCase())) return title;
  }
};

const titleOf = (given: string): string => {
  const title = given.trim().slice(0, 60);
  if (title === '') throw new InputFault('A template needs a name.');
  return title;
};

export function createOwnTemplates(
  store: UserStrings,
  locks: Locks | undefined,
  newId: () => string,
): OwnTemplates {
  const read = async () => readAll(await store.get(storedKey));
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    locks ? locks.run('spillway templates', work) : work();

  const write = async (all: readonly SavedTemplate[], unread: Stored['unread']) => {
    if (unread === 'all') throw new InputFault(notOurs);
    const text = JSON.stringify([...all, ...unread]);
    if (all.length > most) throw new InputFault(`You can keep ${most} templates. Delete one first.`);
    if (text.length > longestAll)
      throw new InputFault('Your templates need too much space. Delete one first, or export it as a file.');
    await store.set(storedKey, text);
  };
  const change = <T>(
    work: (all: SavedTemplate[]) => { all: readonly SavedTemplate[]; made: T },
  ): Promise<T> =>
    alone(async () => {
      const stored = await read();
      const { all, made } = work(stored.all);
      await write(all, stored.unread);
      return made;
    });

  return {
    list: async () => (await read()).all,
    add: (template) =>
      change((all) => {
        if (writeOwnTemplate(template).length > longestTemplate)
          throw new InputFault('This sheet is too large for a template.');
        const made = {
          id: newId(),
          template: { ...template, title: freeTitle(titleOf(template.title), all) },
        };
        return { all: [...all, made], made };
      }),
    rename: (id, title) =>
      change((all) => {
        const others = all.filter((each) => each.id !== id);
        const named = freeTitle(titleOf(title), others);
        return {
          all: all.map((each) =>
            each.id === id ? { ...each, template: { ...each.template, title: named } } : each,
          ),
          made: undefined,
        };
      }),
    remove: (id) =>
      change((all) => ({
        all: all.filter((each) => each.id !== id),
        made: all.find((each) => each.id === id),
      })),
    restore: (saved) =>
      change((all) => ({
        all: all.some(({ id }) => id === saved.id) ? all : [...all, saved],
        made: undefined,
      })),
  };
}
