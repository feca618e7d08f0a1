// The workbook's list of purchases: it travels with the file, tells nothing to who reads it, survives anything in its place,
// and under every order of events knows each purchase that was written down.
import { createHash, webcrypto } from 'node:crypto';
import { boughtBefore } from '../../../src/excel/workbook/boughtBefore';
import {
  createDocumentLists,
  memoryParts,
  type DocumentParts,
} from '../../../src/excel/document/documentLists';
import { simulatedClock } from '../../engine/support/simulatedClock';
import { seeded, SharedDocument, Stage, turn } from '../document/sharedDocument';
import { runs } from '../../runs';

const real = webcrypto as unknown as Crypto;
/** Without a thread of its own: its moment is not left to chance. */
const hash = {
  getRandomValues: real.getRandomValues.bind(real),
  subtle: {
    digest: (_: string, bytes: Uint8Array) =>
      Promise.resolve(Uint8Array.from(createHash('sha256').update(bytes).digest()).buffer),
  },
} as unknown as Crypto;
const clock = simulatedClock();

const open = (parts: DocumentParts, setting?: unknown, with_ = hash) =>
  boughtBefore({ lists: createDocumentLists(parts), settings: { get: () => setting }, hash: with_, clock });

const textsOf = async (parts: DocumentParts) => {
  const { texts } = await parts.read(new Set());
  return [...texts.values()].map((xml) => atob(/>([^<]*)</.exec(xml)?.[1] ?? ''));
};

describe('the list of purchases in a workbook', () => {
  test('is known to whoever opens the file, for the count that was bought and smaller ones', async () => {
    const book = memoryParts();
    const here = open(book, undefined, real);
    await Promise.all([
      here.note('nlretail{"keyword":"lego"}', 40),
      here.note('nlretail{"keyword":"lego"}', 20),
      here.note('hkproperty{"unit":"1"}', undefined),
    ]);
    const colleague = open(book, undefined, real);
    expect(await colleague.knows('nlretail{"keyword":"lego"}', 40)).toBe(true);
    expect(await colleague.knows('nlretail{"keyword":"lego"}', 20)).toBe(true);
    expect(await colleague.knows('nlretail{"keyword":"lego"}', 60)).toBe(false);
    expect(await colleague.knows('hkproperty{"unit":"1"}', undefined)).toBe(true);
    expect(await colleague.knows('hkproperty{"unit":"2"}', undefined)).toBe(false);
    expect((await textsOf(book)).join()).not.toMatch(/lego|unit|retail/);
    const other = memoryParts();
    await open(other).note('nlretail{"keyword":"lego"}', 40);
    expect(await textsOf(other)).not.toEqual(await textsOf(book));
  });

  test('is in the workbook when the purchase is noted, without any timer', async () => {
    const book = memoryParts();
    await open(book).note('x', 1);
    expect(await textsOf(book)).toHaveLength(1);
  });

  test('of a window that was opened before the other one bought is read again', async () => {
    const book = memoryParts();
    const [one, other] = [open(book), open(book)];
    expect(await other.knows('x', 1)).toBe(false);
    await one.note('x', 1);
    expect(await other.knows('x', 1)).toBe(true);
  });

  test.each([
    ['nothing', undefined],
    ['rubbish', 'rubbish'],
    ['null', 'null'],
    ['a short salt', JSON.stringify({ salt: 'AA==', entries: 'AAAA' })],
    ['half an entry', JSON.stringify({ salt: btoa('0123456789abcdef'), entries: btoa('0123456') })],
    ['numbers', JSON.stringify({ salt: 1, entries: 2 })],
  ])('starts empty over %s in the settings', async (_, value) => {
    const purchases = open(memoryParts(), value);
    expect(await purchases.knows('x', 1)).toBe(false);
    await purchases.note('x', 1);
    expect(await purchases.knows('x', 1)).toBe(true);
  });

  test('a browser that cannot hash knows of no purchase and stops nothing', async () => {
    const none = { getRandomValues: real.getRandomValues.bind(real), subtle: {} } as unknown as Crypto;
    const purchases = open(memoryParts(), undefined, none);
    await purchases.note('x', 1);
    expect(await purchases.knows('x', 1)).toBe(false);
  });

  test('that cannot be read, or was written by a newer version, is not taken for an empty one', async () => {
    const refusing = { ...memoryParts(), read: () => Promise.reject(new Error('Excel is busy.')) };
    await expect(open(refusing).knows('x', 1)).rejects.toThrow();
    const newer = memoryParts();
    const text = btoa(JSON.stringify({ v: 2, list: 'purchases', state: {} }));
    await newer.add(`<list xmlns="urn:spillway:lists:1">${text}</list>`);
    await expect(open(newer).knows('x', 1)).rejects.toThrow('newer');
  });

  test.each([
    ['by itself', (_: ReturnType<typeof open>) => clock.advance(60_000)],
    ['when the page is about to go', (here: ReturnType<typeof open>) => Promise.resolve(here.flush?.())],
  ])('a workbook that takes nothing for a while gets it %s', async (_how, happens) => {
    const book = memoryParts();
    let refuses = true;
    const parts = {
      ...book,
      add: (xml: string) => (refuses ? Promise.reject(new Error('no')) : book.add(xml)),
    };
    const here = open(parts);
    await here.note('x', 1);
    expect(await open(book).knows('x', 1)).toBe(false);
    refuses = false;
    await happens(here);
    await clock.settle();
    expect(await open(book).knows('x', 1)).toBe(true);
  });

  test('a workbook that takes nothing for a while gets it with the next purchase', async () => {
    const book = memoryParts();
    let refuses = true;
    const parts = {
      ...book,
      add: (xml: string) => (refuses ? Promise.reject(new Error('no')) : book.add(xml)),
    };
    const here = open(parts);
    await here.note('x', 1);
    expect(await here.knows('x', 1)).toBe(true);
    refuses = false;
    await here.note('y', 1);
    expect(await open(book).knows('x', 1)).toBe(true);
  });
});

/** Two or three windows on one file, kills, and copies of the file opened elsewhere. */
async function play(seed: number): Promise<void> {
  const below = seeded(seed);
  const stage = new Stage(below);
  /** What each file holds for certain, and what it may hold. */
  const books = [
    { document: new SharedDocument(), noted: new Map<string, number>(), begun: new Set<string>() },
  ];
  let windows: { book: (typeof books)[0]; connection: object; purchases: ReturnType<typeof open> }[] = [];
  const openWindow = (book: (typeof books)[0]) => {
    const connection = {};
    windows.push({ book, connection, purchases: open(book.document.connect(stage, connection)) });
    return windows.at(-1)!;
  };
  openWindow(books[0]!);
  openWindow(books[0]!);
  for (let event = 0; event < 24; event += 1) {
    const window = windows[below(windows.length)]!;
    const { book } = window;
    switch (below(6)) {
      case 0:
      case 1:
      case 2: {
        const [key, count] = [`key ${below(8)}`, 1 + below(3)];
        book.begun.add(key);
        void window.purchases
          .note(key, count)
          ?.then(() => book.noted.set(key, Math.max(count, book.noted.get(key) ?? 0)));
        break;
      }
      case 3:
        if (windows.length < 4) openWindow(book);
        else if (windows.length > 1) {
          stage.kill(window.connection);
          windows = windows.filter((other) => other !== window);
        }
        break;
      case 4:
        if (books.length < 3) {
          books.push({
            document: book.document.copy(),
            noted: new Map(book.noted),
            begun: new Set(book.begun),
          });
          openWindow(books.at(-1)!);
        }
        break;
      default:
        for (let steps = below(6); steps > 0; steps -= 1) await stage.step();
    }
    await turn();
  }
  await stage.settle();
  for (const book of books) {
    // Also in a window that has been open all the time.
    for (const { purchases } of [openWindow(book), ...windows.filter((window) => window.book === book)]) {
      const asked = [...book.noted].map(
        async ([key, count]) => [key, await purchases.knows(key, count)] as const,
      );
      const never = purchases.knows('key never bought', 1);
      await stage.settle();
      expect({ seed, known: (await Promise.all(asked)).filter(([, is]) => !is) }).toEqual({
        seed,
        known: [],
      });
      expect(await never).toBe(false);
    }
  }
}

test('a purchase that was written down is known in every window and every copy, whatever happens meanwhile', async () => {
  const played = runs(120);
  const from = Number(process.env['SPILLWAY_SEED'] ?? 1);
  for (let seed = from; seed < from + played; seed += 1) await play(seed);
});
