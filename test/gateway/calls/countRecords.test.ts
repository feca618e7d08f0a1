import fc from 'fast-check';
import { countRecords, scanRecords } from '../../../src/gateway/calls/countRecords';

/** As the add-in has it: an empty list, or one with any object in it. */
const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) &&
  (value.length === 0 ||
    value.some((each) => typeof each === 'object' && each !== null && !Array.isArray(each)));

/** What building the values would say. */
function parsed(bytes: Buffer): number | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isList(value) ? value.length : null;
  } catch {
    return null;
  }
}

test.each([
  ['[]', 0],
  [' [ ] ', 0],
  ['[{"a":[1,2,{"b":"],["}]},[],"x",-0.5e+3,null]', 5],
  ['{"detail":[1,2]}', null],
  ['[null]', null],
  ['[[{}],1]', null],
  ['[null,{}]', 2],
  ['[1,2', null],
  ['[1,]', null],
  ['[{"price":NaN}]', null],
  ['[{"a":1}{"a":2}]', null],
  ['[1] [2]', null],
  ['["a\nb"]', null],
  ['["\\x"]', null],
  ['', null],
])('%j has as many records as JSON.parse finds', (text, count) => {
  expect(countRecords(Buffer.from(text))).toBe(count);
  expect(parsed(Buffer.from(text))).toBe(count);
});

test('whatever JSON is written, compact or spread out, its records are counted', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.nat(3), (records, indent) => {
      const bytes = Buffer.from(JSON.stringify(records, null, indent));
      expect(countRecords(bytes)).toBe(isList(records) ? records.length : null);
    }),
  );
});

test('damaged JSON gets the verdict of JSON.parse', () => {
  const sign = fc.constantFrom(...'[]{}",:\\ 0123-+.eEutrfalsn\n\t/x\u00e9');
  const damage = fc.record({
    at: fc.nat(200),
    remove: fc.nat(2),
    insert: fc.string({ unit: sign, maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 4 }), damage, (records, { at, remove, insert }) => {
      const text = [...JSON.stringify(records)];
      text.splice(at % (text.length + 1), remove, insert);
      const bytes = Buffer.from(text.join(''));
      expect(countRecords(bytes)).toBe(parsed(bytes));
    }),
    { numRuns: 2_000 },
  );
});

test('a list nested a million times deep is counted without a stack', () => {
  const deep = 1_000_000;
  const [open, close] = ['['.repeat(deep), ']'.repeat(deep)];
  expect(countRecords(Buffer.from(`[{},${open}${close}]`))).toBe(2);
  expect(countRecords(Buffer.from('['.repeat(deep)))).toBeNull();
});

test('a response of nothing but brackets takes no more memory than itself', () => {
  const brackets = Buffer.alloc(16_000_000, '[');
  const before = process.memoryUsage().heapUsed;
  expect(countRecords(brackets)).toBeNull();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
});

test('a large response is counted in pieces, with the place and depth of each record, and others are served', async () => {
  const record = JSON.stringify({ id: 'é', list: [[1, 2], { a: '],[' }], text: 'x'.repeat(5_000) });
  const bytes = Buffer.from(`[${Array<string>(400).fill(record).join(' , ')}]`);
  let served = 0;
  const serve = setInterval(() => (served += 1), 0);
  const places: [string, number][] = [];
  const count = await scanRecords(bytes, (start, end, depth) =>
    places.push([bytes.toString('utf8', start, end), depth]),
  );
  clearInterval(serve);
  expect(count).toBe(400);
  expect(new Set(places.map(([text]) => text))).toEqual(new Set([record]));
  expect(new Set(places.map(([, depth]) => depth))).toEqual(new Set([3]));
  expect(served).toBeGreaterThan(0);
});
