import { createRowHistory } from '../../../../src/history/rowHistory';
import { createMemoryRows } from '../../../../src/history/rows';
import { readLine } from '../../../../src/history/line';
import { chartShape } from '../../../../src/taskpane/history/read/chartShape';
import { figuresOf, numbersOf, lineRuns } from '../../../../src/taskpane/history/read/itemLine';
import { shareText, shownValue } from '../../../../src/taskpane/history/read/shownValue';
import { responseOf, start } from '../../../history/support/responses';

const day = 86_400_000;
const points = (...values: number[]) => values.map((value, index) => ({ at: start + index * day, value }));
const size = { width: 300, height: 100, left: 40, right: 10, top: 10, bottom: 20 };

describe('the line of an item', () => {
  test('has its lowest and highest value with their dates, and the average of all observations', () => {
    expect(figuresOf(points(3, 1, 4, 1, 6))).toEqual({
      low: { at: start + day, value: 1 },
      high: { at: start + 4 * day, value: 6 },
      average: 3,
    });
    expect(figuresOf([])).toBeUndefined();
  });

  test('leaves out times without a number', () => {
    const line = [1, null, 'sold out', 2].map((value, index) => ({ at: start + index * day, value }));
    expect(numbersOf(line).map(({ value }) => value)).toEqual([1, 2]);
  });

  test('is at the dates of the source where it has its own, and has nothing that the service did not send', async () => {
    const store = createRowHistory(createMemoryRows());
    const valued = (fetched: number, price: number, date: number) =>
      responseOf('hkproperty', { unit: 'U1' }, start + fetched * day, [
        {
          unit_code: 'U1',
          unit_address: 'Flat B',
          price,
          price_change_percent: 10,
          valuation_at: new Date(start + date * day).toISOString(),
          previous_valuation_at: new Date(start + (date - 7) * day).toISOString(),
        },
      ]);
    await store.append([valued(9, 1_100_000, 7), valued(10, 1_100_000, 7), valued(15, 1_200_000, 14)]);
    const [item] = await store.items({});
    for (const field of ['price', 'price_change_percent'])
      expect((await readLine(store, item!, field)).map(({ at, zone }) => [at, zone])).toEqual([
        [start + 7 * day, 8],
        [start + 14 * day, 8],
      ]);
    expect((await readLine(store, item!, 'price')).map(({ value, currency }) => [value, currency])).toEqual([
      [1_100_000, 'HKD'],
      [1_200_000, 'HKD'],
    ]);
  });

  test('lists how long each value lasted, in its currency', () => {
    const line = [5, 5, 7, 7].map((value, index) => ({
      at: start + index * day,
      value,
      currency: index === 3 ? 'RUB' : 'EUR',
    }));
    expect(lineRuns(line).map(({ first, last }) => [first.at, last.at, last.value, last.currency])).toEqual([
      [start, start + day, 5, 'EUR'],
      [start + 2 * day, start + 2 * day, 7, 'EUR'],
      [start + 3 * day, start + 3 * day, 7, 'RUB'],
    ]);
  });

  test('lists the same price of two rooms as two', () => {
    const line = ['7', '7', '9'].map((offer, index) => ({ at: start + index * day, value: 5, offer }));
    expect(lineRuns(line).map(({ first, last }) => [first.at, last.at])).toEqual([
      [start, start + day],
      [start + 2 * day, start + 2 * day],
    ]);
  });

  test('is drawn in steps within its frame', () => {
    const { line, dots, ticks } = chartShape(points(10, 20, 15), size);
    expect(line).toBe('M40 80H165V10H290V45');
    expect(dots).toHaveLength(3);
    expect(ticks.map(({ value, y }) => [value, y])).toEqual([
      [10, 80],
      [15, 45],
      [20, 10],
    ]);
  });

  test('ends where it was seen without a value, and begins again behind it', () => {
    const [first, , third] = points(10, 0, 20);
    expect(chartShape([first!, third!], size, [start + day]).line).toBe('M40 80H165M290 10');
    expect(chartShape([first!, third!], size, [start, start + 3 * day]).line).toBe('M40 80H290V10');
  });

  test.each([[[5]], [[7, 7]], [[0, 0, 0]], [[-3]]])('has a height though all values are %j', (values) => {
    const { dots } = chartShape(points(...values), size);
    for (const { x, y } of dots) {
      expect(x).toBeGreaterThanOrEqual(size.left);
      expect(x).toBeLessThanOrEqual(size.width - size.right);
      expect(y).toBe(45);
    }
  });

  test('is only a line where dots would touch', () => {
    expect(chartShape(points(...Array.from({ length: 200 }, (_, index) => index)), size).dots).toEqual([]);
  });
});

describe('a value', () => {
  test('is shown with its unit', () => {
    expect(shownValue('ruretail', 'price', 12_990, 'RUB')).toBe('₽ 12,990');
    expect(shownValue('stays', 'price.amount', 120.5, 'EUR')).toBe('€ 120.50');
    expect(shownValue('stays', 'price.amount', 120.5, undefined)).toBe('120.50');
    expect(shownValue('ruretail', 'is_available', false, undefined)).toBe('no');
    expect(shownValue('ruretail', 'discount_percent', 12, undefined)).toBe('12%');
    expect(shownValue('nlretail', 'price', null, 'EUR')).toBe('none');
  });

  test('and its change in percent', () => {
    expect([0.0416, -0.123, 2.5, -0.0004].map(shareText)).toEqual(['+4.2%', '−12%', '+250%', '−0.04%']);
  });
});
