// A list in the workbook under every order of events: windows with old copies, kills, copies of the file. What was written and
// not seen by whoever replaced it is there; what was deleted stays deleted.
import { createDocumentLists, memoryParts } from '../../../src/excel/document/documentLists';
import { keyedList, type KeyedList } from '../../../src/excel/document/keyedList';
import { seeded, SharedDocument, Stage, turn } from './sharedDocument';
import { runs } from '../../runs';

interface Entry {
  readonly name: string;
  readonly value: string;
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'name' in value && 'value' in value;

const old: readonly Entry[] = [
  { name: 'a', value: 'old a' },
  { name: 'b', value: 'old b' },
];

const listOf = (parts: Parameters<typeof createDocumentLists>[0]) => {
  const lists = createDocumentLists(parts);
  const list = keyedList<Entry>(lists, {
    name: 'entries',
    isEntry,
    nameOf: ({ name }) => name,
    renamed: (entry, times) => ({ ...entry, name: `${entry.name} ${times}` }),
    before: old,
  });
  return { lists, list };
};

/** What is known of each value that was written: whether it must be there, must not, or may be either. */
type Fate = 'there' | 'gone' | 'either';

class Book {
  readonly document: SharedDocument;
  readonly fates: Map<string, Fate>;

  constructor(from?: Book) {
    this.document = from?.document.copy() ?? new SharedDocument();
    this.fates = new Map(from?.fates ?? old.map(({ value }) => [value, 'there']));
  }
}

interface Window {
  readonly book: Book;
  readonly list: KeyedList<Entry>;
  readonly lists: ReturnType<typeof createDocumentLists>;
}

const names = ['a', 'b', 'c', 'a 2'];

async function play(seed: number): Promise<void> {
  const below = seeded(seed);
  const stage = new Stage(below);
  let books = [new Book()];
  let windows: Window[] = [];
  let values = 0;
  const open = (book: Book) => {
    const connection = {};
    const made = { ...listOf(book.document.connect(stage, connection)), book, connection };
    windows.push(made);
    return made;
  };
  open(books[0]!);
  open(books[0]!);

  /** The values that the window would replace by a change of this name. */
  const aims = ({ list }: Window, name: string) =>
    list
      .entries()
      .filter((entry) => entry.name === name)
      .map(({ value }) => value);

  for (let event = 0; event < 24; event += 1) {
    const window = windows[below(windows.length)]!;
    const { book, list, lists } = window;
    const name = names[below(names.length)]!;
    switch (below(9)) {
      case 0:
      case 1:
      case 2: {
        const value = `value ${(values += 1)}`;
        const replaced = aims(window, name);
        for (const each of [value, ...replaced])
          if (book.fates.get(each) !== 'gone') book.fates.set(each, 'either');
        void list.put({ name, value }).then(() => {
          if (book.fates.get(value) === 'either' && !touched.has(value)) book.fates.set(value, 'there');
          for (const each of replaced) book.fates.set(each, 'gone');
        });
        for (const each of replaced) touched.add(each);
        break;
      }
      case 3: {
        const removed = aims(window, name);
        for (const each of removed) if (book.fates.get(each) !== 'gone') book.fates.set(each, 'either');
        for (const each of removed) touched.add(each);
        void list.remove(name).then(() => {
          for (const each of removed) book.fates.set(each, 'gone');
        });
        break;
      }
      case 4:
        void lists.refresh();
        break;
      case 5:
        if (windows.length < 4) open(book);
        break;
      case 6:
        // Killed with everything under way.
        if (windows.length > 1) {
          stage.kill((window as unknown as { connection: object }).connection);
          windows = windows.filter((other) => other !== window);
        }
        break;
      case 7:
        // The file is saved, and the copy is opened elsewhere.
        if (books.length < 3) {
          const copy = new Book(book);
          books = [...books, copy];
          open(copy);
        }
        break;
      default:
        for (let steps = below(6); steps > 0; steps -= 1) await stage.step();
    }
    await turn();
  }
  await stage.settle();

  for (const book of books) {
    const fresh = open(book);
    void fresh.lists.refresh();
    await stage.settle();
    const shown = new Set(fresh.list.entries().map(({ value }) => value));
    const wrong = [...book.fates].filter(
      ([value, fate]) => fate !== 'either' && shown.has(value) !== (fate === 'there'),
    );
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    const names = fresh.list.entries().map(({ name }) => name);
    expect({ seed, names: new Set(names).size }).toEqual({ seed, names: names.length });
  }
}

/** Values that some window has set out to replace, so their own writing no longer makes them certain. */
const touched = new Set<string>();

test('windows that change a list at once lose nothing, and bring nothing back', async () => {
  const played = runs(120);
  const from = Number(process.env['SPILLWAY_SEED'] ?? 1);
  for (let seed = from; seed < from + played; seed += 1) {
    touched.clear();
    await play(seed);
  }
});

test('two windows that change the same entry: the later has the name, the other is beside it', async () => {
  const parts = memoryParts();
  const [one, other] = [listOf(parts), listOf(parts)];
  await one.list.put({ name: 'a', value: 'mine' });
  await other.list.put({ name: 'a', value: 'theirs' });
  const third = listOf(parts);
  await third.lists.refresh();
  const found = third.list.entries().filter(({ name }) => name.startsWith('a'));
  expect(found.map(({ name }) => name)).toEqual(['a', 'a 2']);
  expect(new Set(found.map(({ value }) => value))).toEqual(new Set(['mine', 'theirs']));
  // Whoever has seen both and removes the second removes that one.
  await third.list.remove('a 2');
  await one.lists.refresh();
  expect(one.list.entries().filter(({ name }) => name.startsWith('a'))).toEqual([found[0]]);
});

test('many changes become one part, and a part of a newer version stays', async () => {
  const parts = memoryParts();
  const newer = btoa(JSON.stringify({ v: 2, list: 'entries', state: 'of another form' }));
  await parts.add(`<list xmlns="urn:spillway:lists:1">${newer}</list>`);
  const { list, lists } = listOf(parts);
  for (let value = 0; value < 60; value += 1) {
    await list.put({ name: `n${value % 5}`, value: String(value) });
    await turn();
  }
  const { texts } = await parts.read(new Set());
  expect(texts.size).toBeLessThan(20);
  expect([...texts.values()].filter((xml) => xml.includes(newer))).toHaveLength(1);
  expect([list.hasNewer(), lists.hasNewer()]).toEqual([true, true]);
  const again = listOf(parts);
  await again.lists.refresh();
  expect(again.list.entries()).toHaveLength(7);
});
