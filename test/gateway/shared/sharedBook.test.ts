// Matches and filter sets are in memory, and sent together: there are so many of them, and no more.
import { SharedBook, type SharedBookParts } from '../../../src/gateway/shared/sharedBook';

const now = Date.parse('2027-05-03T12:00:00Z');
const place: SharedBookParts['place'] = {
  isAlone: true,
  load: () => Promise.resolve([]),
  put: () => Promise.resolve({ ok: true }),
  join: () => Promise.resolve(),
  drop: () => Promise.resolve(),
  listen: () => undefined,
  beat: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
const set = (name: string, size: number, at = now) => ({ name, at, params: { text: 'x'.repeat(size) } });
const filters = (...sets: readonly ReturnType<typeof set>[]) => ({ matches: [], filters: sets });

async function filled(book: SharedBook, scope: string): Promise<number> {
  for (let count = 0; ; count += 1) {
    try {
      await book.put(scope, filters(set(`set ${count}`, 1_000_000)));
    } catch (error) {
      expect(error).toMatchObject({ status: 409 });
      return count;
    }
  }
}

test('the entries of one history take a bounded room, and so do all of them', async () => {
  const book = new SharedBook({ place, clock: () => now });
  expect(await filled(book, 'one')).toBe(19);
  // Another history has room of its own.
  for (let scope = 1; scope < 10; scope += 1) expect(await filled(book, `scope ${scope}`)).toBe(19);
  expect(await filled(book, 'the last one')).toBe(9);
});

test('what is changed or taken back makes room', async () => {
  const book = new SharedBook({ place, clock: () => now });
  await filled(book, 'one');
  await expect(book.put('one', filters(set('set 1', 5_000_000, now + 1)))).rejects.toMatchObject({
    status: 409,
  });
  await book.put('one', filters(set('set 1', 10, now + 1)));
  await book.put('one', { matches: [], filters: [{ name: 'set 2', at: now + 1, forgotten: true }] });
  await book.put('one', filters(set('new', 2_900_000)));
  await expect(book.put('one', filters(set('newer', 1_000_000)))).rejects.toMatchObject({ status: 409 });
  // The same again is no more than it was.
  await book.put('one', filters(set('new', 2_900_000)));
  expect(book.of('one').filters).toHaveLength(20);
});
