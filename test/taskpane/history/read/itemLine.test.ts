import { createRowHistory } from '../../../../src/history/rowHistory';
import { createMemoryRows } from '../../../../src/history/rows';
import { seriesOf } from '../../../../src/history/series';
import { chartShape } from '../../../../src/taskpane/history/read/chartShape';
import { figuresOf, numbersOf, readLine } from '../../../../src/taskpane/history/read/itemLine';
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
    const series = seriesOf([
      [start, 1],
      [start + day, null],
      [start + 2 * day, 'sold out'],
      [start + 3 * day, 2],
    ]);
    expect(numbersOf(series).map(({ value }) => value)).toEqual([1, 2]);
  });

  test('is at the dates of the source where it has its own', async () => {
    const store = createRowHistory(createMemoryRows());
    await store.append([
      responseOf('hkproperty', { unit: 'U1' }, start + 9 * day, [
        {
          unit_code: 'U1',
          unit_address: 'Flat B',
          price: 1_100_000,
          price_change_percent: 10,
          valuation_at: new Date(start + 7 * day).toISOString(),
          previous_valuation_at: new Date(start).toISOString(),
        },
      ]),
    ]);
    const [item] = await store.items({});
    expect(numbersOf(await readLine(store, item!, 'price'))).toEqual([
      { at: start, value: 1_000_000 },
      { at: start + 7 * day, value: 1_100_000 },
    ]);
    expect((await readLine(store, item!, 'price_change_percent')).times).toEqual([start + 9 * day]);
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
    const of = (operation: 'nlretail' | 'ruretail' | 'stays', comparable = '{}') => ({
      operation,
      comparable,
    });
    expect(shownValue(of('ruretail'), 'price', 12_990)).toBe('₽ 12,990');
    expect(shownValue(of('stays', '{"currency":"EUR"}'), 'price.amount', 120.5)).toBe('€ 120.50');
    expect(shownValue(of('ruretail'), 'is_available', false)).toBe('no');
    expect(shownValue(of('ruretail'), 'discount_percent', 12)).toBe('12%');
    expect(shownValue(of('nlretail'), 'price', null)).toBe('none');
  });

  test('and its change in percent', () => {
    expect([0.0416, -0.123, 2.5, -0.0004].map(shareText)).toEqual(['+4.2%', '−12%', '+250%', '−0.04%']);
  });
});
