// Every figure of the trip planner against a calculation of its own, from the bodies that the service sent: at several lengths, with
// searches that fail, find nothing, leave out prices or mix currencies, with nobody on a leg and with names that occur twice.
import { installCustomFunctions } from '../functions/support/customFunctions';
import { tripPlanner } from '../../src/templates/tripPlanner';
import { fillBoard, type Board, type Changes, type Scalar } from './filledBoard';
import { closeAll, functionsOver, type Reply } from './sandboxFunctions';

beforeAll(installCustomFunctions);
afterEach(closeAll);

interface Leg {
  readonly city: string;
  readonly from: number;
  readonly nights: number;
  /** Places in the list of travellers; all without it. */
  readonly who?: readonly number[];
  readonly written?: string;
  readonly rooms?: number;
  readonly budget?: number;
  readonly booked?: number;
}
interface Amount {
  readonly amount: number;
  readonly currency: string;
}
interface Place {
  readonly name: string;
  readonly price: Amount | null;
  readonly excluded_charges: Amount | null;
  readonly review: { readonly score: number } | null;
  readonly room_name: string;
}

const today = Math.floor(Date.now() / 86_400_000) + 25_569;
const people = ['Anna', 'Ben', 'Cem', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana'];
const centres = ['Sales', 'Sales', 'Research', 'research', '', 'Board', 'Board', 'Sales'];
const cities = [
  ...['Amsterdam', 'Paris', 'Barcelona', 'Rome', 'London', 'Vienna', 'Prague', 'Berlin', 'Madrid', 'Lisbon'],
  ...['Athens', 'Dublin', 'Munich', 'Zurich', 'Budapest', 'Venice', 'Brussels', 'Stockholm', 'Nice', 'Porto'],
];

/** Legs that share some searches, with every kind of booking and of room. */
const legsOf = (count: number): Leg[] =>
  Array.from({ length: count }, (_, index) => ({
    city: cities[index % cities.length]!,
    from: 40 + 3 * index,
    nights: 1 + (index % 4),
    ...(index % 3 === 1 && { who: [index % 8, (index + 3) % 8, (index + 5) % 8] }),
    ...(index % 5 === 2 && { rooms: 1 }),
    ...(index % 4 !== 3 && { budget: 700 + 10 * index }),
    ...(index % 6 === 4 && { booked: 300 + index }),
  }));

const cell = (sheet: string, column: string, row: number, value: Scalar): [string, Scalar] => [
  `${sheet}!${column}${row}`,
  value,
];

function written(legs: readonly Leg[], names: readonly string[], samples = 5): Changes {
  const rows = Array.from({ length: Math.max(legs.length, samples) }, (_, index) => {
    const leg = legs[index];
    const values = leg
      ? [
          leg.city,
          today + leg.from,
          today + leg.from + leg.nights,
          leg.written ?? leg.who?.map((place) => names[place]).join(', ') ?? (index % 2 ? 'all' : ''),
          leg.rooms ?? '',
          leg.budget ?? '',
          leg.booked ?? '',
        ]
      : Array.from({ length: 7 }, () => '');
    return values.map((value, column) => cell('legs', 'ABCDEFG'[column]!, 7 + index, value));
  });
  const travellers = Array.from({ length: Math.max(names.length, 4) }, (_, index) => [
    cell('people', 'A', 7 + index, names[index] ?? ''),
    cell('people', 'B', 7 + index, index < names.length ? centres[index]! : ''),
  ]);
  return Object.fromEntries([...rows.flat(), ...travellers.flat()]);
}

type Body = Readonly<Record<string, unknown>>;
const keyOf = (city: unknown, checkin: unknown, checkout: unknown, adults: unknown, rooms: unknown) =>
  [city, checkin, checkout, adults, rooms].join('|');
const dayOf = (serial: number) => new Date((serial - 25_569) * 86_400_000).toISOString().slice(0, 10);

/** The service with its faults, and what it sent for each search. */
async function service(faults: Readonly<Record<string, (places: Place[]) => Place[] | undefined>>) {
  const sent = new Map<string, readonly Place[] | undefined>();
  let requests = 0;
  const reply: Reply = async (body: Body, answer) => {
    requests += 1;
    const key = keyOf(
      ...(['destination', 'checkin', 'checkout', 'adults', 'rooms'].map((name) => body[name]) as [
        unknown,
        unknown,
        unknown,
        unknown,
        unknown,
      ]),
    );
    const places = (await (await answer()).json()) as Place[];
    const fault = faults[String(body['destination'])];
    const odd = fault ? fault(places) : places;
    sent.set(key, odd);
    return odd ? Response.json(odd) : Response.json({ detail: 'No such place.' }, { status: 412 });
  };
  return { functions: await functionsOver(reply), sent, requests: () => requests };
}

const faults = {
  Paris: () => undefined,
  Rome: (places: Place[]) => places.map((place) => ({ ...place, price: null })),
  // The cheapest are in another currency, or charge in one.
  London: (places: Place[]) =>
    places.map((place, index) => ({
      ...place,
      price: { amount: 10 + 100 * index, currency: index < 5 ? 'USD' : 'EUR' },
      excluded_charges: { amount: 5 * (25 - index), currency: index === 5 ? 'GBP' : 'EUR' },
    })),
  Prague: () => [],
  // Charges turn the order of prices around; a bed and a low score are cheaper still.
  Berlin: (places: Place[]) =>
    places.map((place, index) => ({
      ...place,
      price: { amount: 200 + index, currency: 'EUR' },
      excluded_charges: { amount: 90 - 3 * index, currency: 'EUR' },
      room_name: index === 3 ? 'Bed in 6-Bed Dormitory Room' : 'Double Room',
      review: index === 4 ? { score: 6.9 } : index === 5 ? null : { score: 8 },
    })),
};

const fits = ({ price, excluded_charges: charges, review, room_name: room }: Place) =>
  price?.currency === 'EUR' &&
  price.amount > 0 &&
  (charges === null || charges.currency === 'EUR') &&
  (review?.score ?? 0) >= 7 &&
  !/dorm|bed in /i.test(room);
const costOf = ({ price, excluded_charges: charges }: Place) => price!.amount + (charges?.amount ?? 0);

interface Expected {
  readonly status: string;
  readonly cost?: number;
  readonly on: readonly number[];
}

function expectedOf(
  leg: Leg,
  names: readonly string[],
  sent: ReadonlyMap<string, readonly Place[] | undefined>,
  later = 0,
): Expected {
  const on = leg.who ?? names.map((_, index) => index);
  if (leg.booked !== undefined) return { status: 'OK', cost: leg.booked, on };
  const rooms = leg.rooms ?? Math.ceil(on.length / 2);
  const [checkin, checkout] = [today + leg.from + later, today + leg.from + later + leg.nights];
  const key = keyOf(leg.city, dayOf(checkin), dayOf(checkout), on.length, rooms);
  if (!sent.has(key)) throw new Error(`Nothing was asked for ${key}.`);
  const places = sent.get(key);
  if (!places) return { status: 'No result: see Options', on };
  const costs = places.filter(fits).map(costOf);
  return costs.length === 0
    ? { status: 'Nothing fits: see Options', on }
    : { status: 'OK', cost: Math.min(...costs), on };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** A sum over all is a number; over some it is a text that says so. */
function expectSum(shown: Scalar, parts: readonly (number | undefined)[], rows: string): void {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === parts.length) expect(shown).toBeCloseTo(sum(known), 6);
  else expect(shown).toBe(`${known.length} of ${parts.length}${rows}: ${fixed(sum(known))}`);
}
const fixed = (value: number) => Math.round(value).toLocaleString('en-US');

function compare(
  board: Board,
  legs: readonly Leg[],
  names: readonly string[],
  expected: readonly Expected[],
) {
  const rows = board.values(`trip!A12:P${12 + legs.length}`);
  // Nothing of the samples, or of a longer list, is left below.
  expect(rows.at(-1)).toEqual(Array.from({ length: 16 }, () => ''));
  legs.forEach((leg, index) => {
    const { status, cost, on } = expected[index]!;
    const row = rows[index]!;
    expect([index, row[0], row[15]]).toEqual([index, leg.city, status]);
    expect(row.slice(1, 6)).toEqual([
      today + leg.from,
      today + leg.from + leg.nights,
      leg.nights,
      on.length,
      leg.rooms ?? Math.ceil(on.length / 2),
    ]);
    expect(row[12]).toBe(leg.booked === undefined ? 'open' : 'booked');
    if (cost === undefined) {
      expect([row[7], row[9], row[10], row[11]]).toEqual(['', '', '', '']);
      return;
    }
    expect(row[9]).toBeCloseTo(cost, 6);
    expect(row[11]).toBeCloseTo(cost / on.length, 6);
    if (leg.budget === undefined) expect(row[10]).toBe('');
    else expect(row[10]).toBeCloseTo(cost - leg.budget, 6);
  });
  const costs = expected.map(({ cost }) => cost);
  expectSum(board.at('trip!K5'), costs, ' legs');
  const budgets = legs.map(({ budget }) => budget);
  expectSum(board.at('trip!K6'), budgets, ' legs');
  const whole = [...costs, ...budgets].every((value) => value !== undefined);
  if (whole) expect(board.at('trip!K7')).toBeCloseTo(sum(budgets as number[]) - sum(costs as number[]), 6);
  else expect(board.at('trip!K7')).toBe('');
  for (const [address, isBooked] of [
    ['trip!K8', true],
    ['trip!K9', false],
  ] as const)
    expectSum(
      board.at(address),
      costs.filter((_, index) => (legs[index]!.booked !== undefined) === isBooked),
      ' legs',
    );
  // Each traveller's share, and that of each cost centre, whatever its capitals.
  const shares = names.map((_, person) =>
    expected.filter(({ on }) => on.includes(person)).map(({ cost, on }) => cost && cost / on.length),
  );
  shares.forEach((parts, person) => {
    expect(board.at(`costs!A${7 + person}`)).toBe(names[person]);
    expect(board.at(`costs!C${7 + person}`)).toBe(parts.length);
    expectSum(board.at(`costs!E${7 + person}`), parts, ' legs');
    const booked = expected
      .filter(({ on }, index) => on.includes(person) && legs[index]!.booked !== undefined)
      .map(({ cost, on }) => cost && cost / on.length);
    expectSum(board.at(`costs!F${7 + person}`), booked, ' legs');
  });
  const byCentre = new Map<string, (number | undefined)[]>();
  shares.forEach((parts, person) => {
    const centre = (centres[person] || '(none)').toLowerCase();
    byCentre.set(centre, [...(byCentre.get(centre) ?? []), ...parts]);
  });
  [...byCentre].forEach(([centre, parts], index) => {
    expect(String(board.at(`costs!J${7 + index}`)).toLowerCase()).toBe(centre);
    expectSum(board.at(`costs!L${7 + index}`), parts, ' legs');
  });
  expect(board.at(`costs!J${7 + byCentre.size}`)).toBe('');
}

it.each([1, 12, 40])('has every figure of %d legs right, and asks once for each open leg', async (count) => {
  const legs = legsOf(count);
  const { functions, sent, requests } = await service(faults);
  const board = await fillBoard(tripPlanner, functions, written(legs, people));
  compare(
    board,
    legs,
    people,
    legs.map((leg) => expectedOf(leg, people, sent)),
  );
  expect(requests()).toBe(legs.filter(({ booked }) => booked === undefined).length);
  const failed = count > 1;
  expect(board.at('trip!A3')).toMatch(failed ? /^Incomplete: \d+ of \d+ legs/ : /^Live data/);
});

it('has one traveller and one cost centre right', async () => {
  const legs = legsOf(2).map((leg) => ({ ...leg, city: 'Madrid', who: [0] }));
  const { functions, sent } = await service({});
  const board = await fillBoard(tripPlanner, functions, written(legs, ['Anna']));
  compare(
    board,
    legs,
    ['Anna'],
    legs.map((leg) => expectedOf(leg, ['Anna'], sent)),
  );
});

it('is whole with 12 legs and 8 travellers where the service finds something for each', async () => {
  const legs = legsOf(12).map((leg) => ({ ...leg, budget: 500 }));
  const { functions, sent } = await service({});
  const board = await fillBoard(tripPlanner, functions, written(legs, people));
  const expected = legs.map((leg) => expectedOf(leg, people, sent));
  expect(expected.map(({ status }) => status)).toEqual(legs.map(() => 'OK'));
  compare(board, legs, people, expected);
  // What all travellers pay is what the trip costs.
  const paid = people.map((_, person) => Number(board.at(`costs!E${7 + person}`)));
  expect(sum(paid)).toBeCloseTo(Number(board.at('trip!K5')), 6);
});

it('plans nothing for a leg that nobody, somebody unknown or one of two of the same name is on', async () => {
  const legs: Leg[] = [
    { city: 'Amsterdam', from: 40, nights: 2 },
    { city: 'Berlin', from: 42, nights: 2, written: 'Zoe' },
    { city: 'Madrid', from: 44, nights: 2, written: 'Anna' },
    { city: 'Lisbon', from: 46, nights: 2, written: 'Ben' },
    { city: 'Rome', from: 48, nights: 2, who: [1], rooms: 2 },
    { city: 'Rome', from: -3, nights: 2, who: [1] },
    { city: 'Nice', from: 50, nights: -1, who: [1] },
  ];
  const names = ['Anna', 'Ben', 'anna'];
  const { functions, requests } = await service({});
  const board = await fillBoard(tripPlanner, functions, written(legs, names));
  expect(board.values('trip!P12:P18').flat()).toEqual([
    'OK',
    'Who: not among the travellers',
    'Who: two travellers have this name',
    'OK',
    'More rooms than travellers',
    'Check-in is in the past',
    'Check-out must be after check-in',
  ]);
  expect(board.values('costs!H7:H9').flat()).toEqual([
    'The name is there twice',
    'Some legs are incomplete: see Trip',
    'The name is there twice',
  ]);
  // Nobody's share is known while it is not known who is on a leg.
  for (const column of ['E', 'F'])
    expect(board.values(`costs!${column}7:${column}9`).flat()).toEqual(
      names.map(() => 'See who is on each leg'),
    );
  expect(requests()).toBe(2);
  const nobody = await service({});
  const empty = await fillBoard(tripPlanner, nobody.functions, written(legs.slice(0, 1), []));
  expect(empty.at('trip!P12')).toBe('Nobody is on this leg');
  expect([empty.at('trip!K5'), nobody.requests()]).toEqual(['0 of 1 legs: 0', 0]);
  expect(empty.values('costs!A7:L7').flat().filter(String)).toEqual([]);
});

it('compares weeks on demand only, at the price it shows, and not where one of them is incomplete', async () => {
  const legs = legsOf(6).filter(({ city }) => !(city in faults));
  const still = await service({});
  await fillBoard(tripPlanner, still.functions, written(legs, people), { only: [] });
  const open = legs.filter(({ booked }) => booked === undefined);
  expect(still.requests()).toBe(open.length);
  const changes = { ...written(legs, people), 'weeks!B5': 'yes', 'weeks!B6': today + 40 };
  const { functions, sent, requests } = await service({});
  const board = await fillBoard(tripPlanner, functions, changes);
  // The week of the plan itself was asked for already.
  expect(requests()).toBe(5 * open.length);
  expect(board.at('weeks!C5')).toMatch(`up to ${5 * open.length} requests, ${25 * open.length} credits`);
  const totals = [0, 7, 14, 21, 28].map((later, week) => {
    const parts = legs.map((leg) => expectedOf(leg, people, sent, later).cost!);
    const column = board.values(`weeks!${'CDEFG'[week]}13:${'CDEFG'[week]}${12 + legs.length}`).flat();
    legs.forEach((leg, index) =>
      leg.booked === undefined
        ? expect(column[index]).toBeCloseTo(parts[index]!, 6)
        : expect(column[index]).toBe('booked'),
    );
    const total = sum(parts.filter((_, index) => legs[index]!.booked === undefined));
    expect(board.at(`weeks!${'CDEFG'[week]}12`)).toBeCloseTo(total, 6);
    return total;
  });
  expect(board.at('weeks!B7')).toBe(today + 40 + 7 * totals.indexOf(Math.min(...totals)));

  const failing = await service({ Amsterdam: () => undefined });
  const partly = await fillBoard(tripPlanner, failing.functions, changes);
  expect(partly.at('weeks!B7')).toBe('');
  expect(partly.values('weeks!C12:C13').flat()).toEqual([
    `${open.length - 1} of ${open.length} legs`,
    'failed',
  ]);
  expect(partly.at('weeks!A3')).toMatch(/^Incomplete/);
});

it('does not say that a place which nobody has rated has a score or stars of 0', async () => {
  const board = await fillBoard(tripPlanner, undefined, { 'options!G6': 0, 'options!H6': 0 });
  expect(board.values('trip!O12:O13').flat()).toEqual([
    'Sample room, Breakfast included, free cancellation',
    'score 8.1, 3 stars, Sample room, Breakfast included, free cancellation',
  ]);
});
