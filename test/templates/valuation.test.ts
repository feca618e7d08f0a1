// Every figure of the valuation comparison against a calculation of its own, from the bodies that the service sent: at several lengths,
// with flats that fail, have no price, are listed twice or are the subject, and with every limit.
import { dateOf, timeText } from '../../src/history/line';
import { estates } from '../../sandbox/sources/hkproperty/estates';
import { makeUnits } from '../../sandbox/sources/hkproperty/unit';
import { valuationComparison } from '../../src/templates/valuationComparison';
import { installCustomFunctions } from '../functions/support/customFunctions';
import { fillBoard, type Board, type Changes, type Scalar } from './filledBoard';
import { closeAll, functionsOver, type Reply } from './sandboxFunctions';

beforeAll(installCustomFunctions);
afterEach(closeAll);

interface Flat {
  readonly unit: string;
  readonly floor?: number;
  readonly age?: number;
  readonly adjustment?: number;
  readonly use?: 'yes' | 'no';
}
interface Valuation {
  readonly estate_name: string;
  readonly saleable_area: number;
  readonly valuation_at: number;
  readonly price: number | null;
  readonly saleable_price_per_sqft: number | null;
}
interface Limits {
  readonly estate?: 'same';
  readonly area?: number;
  readonly floors?: number;
  readonly years?: number;
}

const units = [...makeUnits(1).values()];
/** In seconds, as the service dates them. */
const halfYear = 183 * 86_400;
const subject = { unit: 'SHZ-01-12-B', floor: 12, age: 33 };

/** Some of the same estate, one twice, one that does not exist, one without a price, the subject itself. */
const flatsOf = (count: number): Flat[] =>
  Array.from({ length: count }, (_, index): Flat => {
    const { reference, floor } = units[(index * 29) % units.length]!;
    const special = { 5: 'ZZZ-01-12-B', 7: subject.unit, 9: units[29]!.reference, 11: 'SHZ-99-99-A' }[index];
    return {
      unit: special ?? reference,
      ...(index % 4 !== 3 && { floor }),
      ...(index % 3 !== 2 && { age: 10 + (index % 40) }),
      ...(index % 2 === 0 && { adjustment: ((index % 9) - 4) / 100 }),
      ...(index % 13 === 6 && { use: 'no' }),
      ...(index % 13 === 8 && { use: 'yes' }),
    };
  });

function written(flats: readonly Flat[], { estate, area, floors, years }: Limits): Changes {
  const rows = Array.from({ length: Math.max(flats.length, 7) }, (_, index) => {
    const { unit = '', floor = '', age = '', adjustment = '', use = '' } = flats[index] ?? {};
    return [unit, floor, age, adjustment, use].map((value, column): [string, Scalar] => [
      `flats!${'ABCDE'[column]}${7 + index}`,
      value,
    ]);
  });
  return Object.fromEntries([
    ...rows.flat(),
    ['compare!F5', estate ?? 'any'],
    ['compare!F6', area ?? 'any'],
    ['compare!F7', floors ?? 'any'],
    ['compare!F8', years ?? 'any'],
  ] as [string, Scalar][]);
}

async function service(isNameless: (unit: string) => boolean = () => false) {
  const sent = new Map<string, Valuation | undefined>();
  const reply: Reply = async (body, answer) => {
    const response = await answer();
    const unit = String(body['unit']);
    if (!response.ok) {
      sent.set(unit, undefined);
      return response;
    }
    const [valuation] = (await response.json()) as [Valuation];
    const odd = unit.startsWith('KWV')
      ? { ...valuation, price: null, saleable_price_per_sqft: null }
      : // Fetched, and valued, half a year ago.
        unit.startsWith('LGC')
        ? { ...valuation, valuation_at: valuation.valuation_at - halfYear }
        : valuation;
    const shown = isNameless(unit) ? { ...odd, estate_name: '' } : odd;
    sent.set(unit, shown);
    return Response.json([shown]);
  };
  return { functions: await functionsOver(reply), sent };
}

interface Row {
  readonly flat: Flat;
  readonly valuation: Valuation | undefined;
  check: string;
  readonly perFoot: number;
  likeness: number;
}

const quartile = (values: readonly number[], which: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = ((sorted.length - 1) * which) / 4;
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  return low + (high - low) * (at % 1);
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** What has no estate is of no estate of another. */
const isOtherEstate = ({ estate_name: name }: Valuation, own: Valuation): boolean =>
  name === '' || name !== own.estate_name;

function expected(
  flats: readonly Flat[],
  { estate, area, floors, years }: Limits,
  sent: ReadonlyMap<string, Valuation | undefined>,
) {
  const own = sent.get(subject.unit)!;
  const far = (limit: number | undefined, value: number | undefined, of: number) =>
    limit !== undefined && (value === undefined || Math.abs(value - of) > limit);
  const rows = flats.map((flat, index): Row => {
    const valuation = sent.get(flat.unit);
    const isWhole = valuation !== undefined && valuation.price !== null;
    const check = !isWhole
      ? ''
      : flat.unit === subject.unit
        ? 'Is the subject'
        : flats.findIndex(({ unit }) => unit === flat.unit) < index
          ? 'Listed above'
          : flat.use === 'no'
            ? 'Left out'
            : flat.use === 'yes'
              ? 'Comparable'
              : valuation.valuation_at < own.valuation_at - halfYear / 2
                ? 'Valued at another time'
                : estate === 'same' && isOtherEstate(valuation, own)
                  ? 'Other estate'
                  : area !== undefined && Math.abs(valuation.saleable_area / own.saleable_area - 1) > area
                    ? 'Other size'
                    : far(floors, flat.floor, subject.floor)
                      ? 'Other floor'
                      : far(years, flat.age, subject.age)
                        ? 'Other age'
                        : 'Comparable';
    return { flat, valuation, check, perFoot: valuation?.saleable_price_per_sqft ?? NaN, likeness: 0 };
  });
  const chosen = rows.filter(({ check }) => check === 'Comparable');
  const prices = chosen.map(({ perFoot }) => perFoot);
  const [low, high] = [quartile(prices, 1), quartile(prices, 3)];
  for (const row of chosen) {
    if (row.perFoot < low - 1.5 * (high - low) || row.perFoot > high + 1.5 * (high - low))
      row.check = 'Outlier';
    else {
      const apart = (value: number | undefined, of: number) =>
        value === undefined ? 1 : Math.abs(value - of) / 10;
      const distance =
        Math.abs(row.valuation!.saleable_area / own.saleable_area - 1) * 10 +
        apart(row.flat.floor, subject.floor) +
        apart(row.flat.age, subject.age) +
        (isOtherEstate(row.valuation!, own) ? 1 : 0);
      row.likeness = 1 / (1 + distance);
    }
  }
  return { rows, own, chosen, kept: chosen.filter(({ check }) => check === 'Comparable') };
}

/** The line of least squares through the prices by area. */
function regression(points: readonly (readonly [x: number, y: number])[], at: number): number {
  const [x, y] = [0, 1].map((part) => sum(points.map((point) => point[part]!)) / points.length) as [
    number,
    number,
  ];
  const slope = sum(points.map(([a, b]) => (a - x) * (b - y))) / sum(points.map(([a]) => (a - x) ** 2));
  return y + slope * (at - x);
}

function compare(
  board: Board,
  flats: readonly Flat[],
  limits: Limits,
  sent: ReadonlyMap<string, Valuation | undefined>,
) {
  const { rows, own, chosen, kept } = expected(flats, limits, sent);
  const shown = new Map(
    board
      .values(`data!AD6:AR${5 + flats.length}`)
      .map((row, index) => [
        index,
        { unit: row[0], status: row[8], check: row[11], weight: row[14], adjusted: row[13] },
      ]),
  );
  const total = sum(kept.map(({ likeness }) => likeness));
  const adjustedOf = ({ perFoot, flat }: Row) => perFoot * (1 + (flat.adjustment ?? 0));
  rows.forEach((row, index) => {
    const { unit, status, check, weight, adjusted } = shown.get(index)!;
    expect([index, unit, check]).toEqual([index, row.flat.unit, row.check]);
    expect(status).toBe(
      row.valuation === undefined
        ? 'No result: see Valuations'
        : row.valuation.price === null
          ? 'No valuation'
          : 'OK',
    );
    if (chosen.includes(row)) {
      expect(weight).toBeCloseTo(row.likeness / total, 9);
      expect(adjusted).toBeCloseTo(adjustedOf(row), 6);
    } else expect([weight, adjusted]).toEqual(['', '']);
  });
  // What is paid for is on the board: the comparables first, the most alike on top, and why the others are not compared.
  const listed = board.values(`compare!A14:N${14 + flats.length}`);
  expect(
    listed
      .slice(0, flats.length)
      .map(([unit]) => unit)
      .sort(),
  ).toEqual(flats.map(({ unit }) => unit).sort());
  expect(listed.at(-1)).toEqual(Array.from({ length: 14 }, () => ''));
  const weights = listed.slice(0, kept.length).map((row) => Number(row[9]));
  expect(weights).toEqual([...weights].sort((a, b) => b - a));
  expect(sum(weights)).toBeCloseTo(kept.length > 0 ? 1 : 0, 9);

  const missing = rows.filter(({ check }) => check === '').length;
  expect(board.at('compare!K5')).toBe(own.price);
  expect(board.at('compare!H6')).toBe(
    `Adjusted value (comparables: ${kept.length}${missing === 0 ? '' : `, missing: ${missing}`})`,
  );
  const area = own.saleable_area;
  if (kept.length === 0) {
    expect(board.values('compare!K6:K9').flat()).toEqual(['n/a', 'n/a', 'n/a', 'n/a']);
    expect(board.at('compare!K10')).toBe('');
    return;
  }
  const value = (sum(kept.map((row) => row.likeness * adjustedOf(row))) / total) * area;
  expect(board.at('compare!K6')).toBeCloseTo(value, 3);
  expect(board.at('compare!K7')).toBeCloseTo(quartile(kept.map(adjustedOf), 1) * area, 3);
  expect(board.at('compare!K8')).toBeCloseTo(quartile(kept.map(adjustedOf), 3) * area, 3);
  if (kept.length < 3) expect(board.at('compare!K9')).toBe('n/a');
  else
    expect(board.at('compare!K9')).toBeCloseTo(
      regression(
        kept.map(({ valuation, perFoot }) => [valuation!.saleable_area, perFoot]),
        area,
      ) * area,
      2,
    );
  // A flat that is missing could have changed the result.
  if (missing > 0) expect(board.at('compare!K10')).toBe('');
  else expect(board.at('compare!K10')).toBeCloseTo(value / own.price! - 1, 9);
  expect(board.at('compare!A3')).toMatch(missing > 0 ? /^Incomplete: \d+ of \d+ flats/ : /^Live data/);
  expect(
    board
      .values(`report!A16:A${15 + chosen.length}`)
      .flat()
      .sort(),
  ).toEqual(chosen.map(({ flat }) => flat.unit).sort());

  // The dates are those of the flats in the report, not of those that were left out for theirs.
  const days = [own, ...chosen.map(({ valuation }) => valuation!)].map(({ valuation_at: at }) =>
    dateOf('hkproperty', { valuation_at: at }, Infinity),
  );
  const told = String(board.at('report!A12'));
  expect(told).toContain('Automated valuations of ');
  expect(told.includes(' to ')).toBe(new Set(days.map(timeText)).size > 1);

  const byEstate = new Map<string, number[]>();
  for (const { valuation, perFoot, check } of rows)
    if (
      valuation &&
      valuation.estate_name !== '' &&
      !['', 'Listed above', 'Valued at another time'].includes(check)
    )
      byEstate.set(valuation.estate_name, [...(byEstate.get(valuation.estate_name) ?? []), perFoot]);
  const medians = board.values(`estates!A7:E${7 + byEstate.size}`);
  expect(medians.at(-1)![0]).toBe('');
  for (const [name, prices] of byEstate) {
    const row = medians.find(([estate]) => estate === name)!;
    expect([name, row[1]]).toEqual([name, prices.length]);
    expect(row[2]).toBeCloseTo(quartile(prices, 2), 6);
    expect(row.slice(3)).toEqual([Math.min(...prices), Math.max(...prices)]);
  }
}

it.each([
  [1, {}],
  [12, { area: 0.5 }],
  [40, {}],
  [40, { area: 0.6, floors: 20, years: 25 }],
  [40, { estate: 'same' }],
] as const)('has every figure of %d flats right, with the limits %j', async (count, limits: Limits) => {
  const flats = flatsOf(count);
  const { functions, sent } = await service();
  const board = await fillBoard(valuationComparison, functions, written(flats, limits));
  compare(board, flats, limits, sent);
  // Each flat is asked for once, also the one that is listed twice.
  expect(sent.size).toBe(new Set([...flats.map(({ unit }) => unit), subject.unit]).size);
});

it.each([{}, { estate: 'same' }] as const)(
  'takes two flats without an estate for two of different estates, with the limits %j',
  async (limits: Limits) => {
    const flats = flatsOf(40);
    const { functions, sent } = await service((unit) => /^(SHZ|TKS)/.test(unit));
    const board = await fillBoard(valuationComparison, functions, written(flats, limits));
    expect([...sent.values()].filter((one) => one?.estate_name === '').length).toBeGreaterThan(2);
    compare(board, flats, limits, sent);
  },
);

it('follows each flat by the dates of its valuations; what failed has no history, and nothing is sent for it', async () => {
  const { functions, sent } = await service();
  const flats = flatsOf(8);
  const board = await fillBoard(valuationComparison, functions, written(flats, {}), {
    only: ['past!A6:L14', 'past!N6:Y6'],
  });
  const rows = board.values('past!A6:L14');
  expect(rows.map(([unit]) => unit)).toEqual([...flats.map(({ unit }) => unit), '']);
  rows.slice(0, 8).forEach(([unit, now, before, change], index) => {
    const price = sent.get(flats[index]!.unit)?.price;
    expect([unit, now]).toEqual([flats[index]!.unit, price ?? '#N/A']);
    // One valuation is no change.
    expect([before, change]).toEqual(['', '']);
  });
  expect(rows[8]).toEqual(rows[8]!.map(() => ''));
  const [own] = board.values('past!N6:Y6');
  expect(own!.slice(0, 2)).toEqual([subject.unit, sent.get(subject.unit)!.price]);
  expect(own!.at(-1)).toBeGreaterThan(40_000);
  expect(sent.size).toBe(new Set([subject.unit, ...flats.map(({ unit }) => unit)]).size);
});

it('names the most alike in the chart, draws the line, and is silent without a subject', async () => {
  const flats = flatsOf(40).filter(({ unit }) => estates.some(({ code }) => unit.startsWith(code)));
  const { functions, sent } = await service();
  const board = await fillBoard(valuationComparison, functions, written(flats, {}), {
    only: ['charts!Q5', 'charts!O6:AG136'],
  });
  const { kept, own } = expected(flats, {}, sent);
  const best = [...kept].sort((a, b) => b.likeness - a.likeness)[0]!;
  expect(board.at('charts!Q5')).toBe(best.flat.unit);
  const points = board.values('charts!O6:AG136');
  expect(points[0]!.slice(0, 2)).toEqual([own.saleable_area, own.saleable_price_per_sqft]);
  const numbers = (column: number) => points.filter((row) => typeof row[column] === 'number');
  expect(numbers(17)).toHaveLength(kept.length - 15);
  expect(numbers(18)).toHaveLength(30);
  const areas = kept.map(({ valuation, perFoot }) => [valuation!.saleable_area, perFoot] as const);
  for (const row of numbers(18)) expect(row[18]).toBeCloseTo(regression(areas, Number(row[0])), 4);

  const nobody = await fillBoard(
    valuationComparison,
    functions,
    { ...written(flats, {}), 'compare!B5': 'ZZZ-01-12-B' },
    { only: ['compare!K5:K10', 'compare!B11', 'compare!A3'] },
  );
  expect(nobody.values('compare!K5:K10').flat()).toEqual(['n/a', 'n/a', 'n/a', 'n/a', 'n/a', '']);
  expect(nobody.at('compare!B11')).toBe('Not fetched: see Valuations');
  expect(nobody.at('compare!A3')).toMatch(/^Incomplete/);
});

it('compares no price with an area or a price per square foot of another kind', async () => {
  const board = await fillBoard(valuationComparison, undefined, {
    // In square metres.
    'data!C6': 57.6,
    'data!G7': 150_000,
  });
  const misfit = 'Price and area do not fit';
  expect(board.values('data!AL6:AL8').flat()).toEqual([misfit, misfit, 'OK']);
  expect(board.values('data!AO6:AQ7')).toEqual([
    ['', 0, ''],
    ['', 0, ''],
  ]);
  const estates = board.values('estates!A7:B13').filter(([name]) => name !== '');
  expect(estates).toHaveLength(5);
  expect(board.at('compare!H6')).toBe('Adjusted value (comparables: 4, missing: 2)');
  const own = await fillBoard(
    valuationComparison,
    undefined,
    { 'data!Q6': 65 },
    { only: ['compare!K6:K10', 'compare!B11'] },
  );
  expect(own.values('compare!K6:K10').flat()).toEqual(['n/a', 'n/a', 'n/a', 'n/a', '']);
  expect(own.at('compare!B11')).toBe(misfit);
});

it.each(['Q', 'T', 'U'])('takes a subject with a 0 in %s for none', async (letter) => {
  const board = await fillBoard(
    valuationComparison,
    undefined,
    { [`data!${letter}6`]: 0 },
    { only: ['compare!K5:K10', 'compare!B11'] },
  );
  expect(board.values('compare!K6:K10').flat()).toEqual(['n/a', 'n/a', 'n/a', 'n/a', '']);
  expect(board.at('compare!K5')).toBe(letter === 'T' ? 'n/a' : 9_240_000);
  expect(board.at('compare!B11')).toBe('No valuation');
});

it('knows a flat and the subject however they are written', async () => {
  const [[known] = []] = (
    await fillBoard(valuationComparison, undefined, {}, { only: ['flats!A7:A7'] })
  ).values('flats!A7:A7');
  const changes = { 'compare!B5': 1234, 'flats!A8': `${String(known)} `, 'flats!A9': '1234 ' };
  const board = await fillBoard(valuationComparison, undefined, changes, { only: ['data!AO7:AO8'] });
  expect(board.values('data!AO7:AO8').flat()).toEqual(['Listed above', 'Is the subject']);
});
