// Whatever was fetched, and in whatever order: a value that a history function shows was sent by the service, in that currency, and
// at the time that stands beside it.
import fc from 'fast-check';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { createFunctions } from '../../../src/functions/createFunctions';
import { localSerial } from '../../../src/spill/read/values/excelDate';
import { installCustomFunctions } from '../support/customFunctions';
import { answer, fakeRuntime, richHost } from '../support/fakeRuntime';
import { runs } from '../../runs';

beforeAll(installCustomFunctions);

const day = 86_400_000;
const start = Date.UTC(2026, 2, 2, 9);
const signs: Readonly<Record<string, string>> = { '€': 'EUR', '₽': 'RUB', HK$: 'HKD', $: 'USD' };

interface Sent {
  readonly fetched: number;
  readonly amount: number;
  readonly currency: string | null;
  /** The day of the valuation, before the fetch. */
  readonly age: number;
}

const histories = fc.array(
  fc.record({
    fetched: fc.integer({ min: 0, max: 40 }),
    amount: fc.integer({ min: 1, max: 5 }).map((value) => value * 1_000),
    currency: fc.constantFrom('EUR', 'RUB', 'USD', null),
    age: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
);

const cases = {
  hkproperty: {
    name: 'HKPROPERTY.VALUE',
    request: makeDataRequest('hkproperty', { unit: 'U1' }),
    args: [[['U1']], null],
    id: 'U1',
    column: 'price',
    record: ({ amount, fetched, age }: Sent) => ({
      unit_code: 'U1',
      price: amount,
      price_change_percent: 3,
      previous_valuation_at: 20_260_101,
      // Midnight in Hong Kong.
      valuation_at: (Math.floor((start + (fetched - age) * day) / day) * day) / 1000 - 8 * 3_600,
    }),
    currency: () => 'HKD',
    // The calendar day in Hong Kong.
    serial: ({ fetched, age }: Sent) => Math.floor((start + (fetched - age) * day) / day) + 25_569,
  },
  stays: {
    name: 'STAYS.SEARCH',
    request: makeDataRequest('stays', {
      destination: 'Lisbon',
      checkin: '2027-01-01',
      checkout: '2027-01-03',
      count: 25,
    }),
    args: [[['Lisbon']], '2027-01-01', '2027-01-03', null, null, null],
    id: '7',
    column: 'price',
    record: ({ amount, currency }: Sent) => ({ id: 7, name: 'Hotel', price: { amount, currency } }),
    currency: ({ currency }: Sent) => currency ?? 'none',
    serial: ({ fetched }: Sent) => localSerial(start + fetched * day),
  },
  ruretail: {
    name: 'RURETAIL.SEARCH',
    request: makeDataRequest('ruretail', { query: 'phone', count: 20 }),
    args: [[['phone']], null, null],
    id: '7',
    column: 'price',
    record: ({ amount, currency }: Sent) => ({
      id: '7',
      name: 'Phone',
      price: amount,
      ...(currency !== null && { currency }),
    }),
    currency: ({ currency }: Sent) => currency ?? 'RUB',
    serial: ({ fetched }: Sent) => localSerial(start + fetched * day),
  },
} as const;

const valueOf = (cell: unknown) =>
  typeof cell === 'object' && cell !== null && 'basicValue' in cell
    ? (cell as { basicValue: number; numberFormat: string })
    : undefined;

/** `5000 EUR`; undefined for a cell without a number. */
function shown(cell: unknown): string | undefined {
  const value = valueOf(cell);
  const sign = /\[\$(.+?)\]/.exec(value?.numberFormat ?? '')?.[1];
  return value && `${value.basicValue} ${sign === undefined ? 'none' : (signs[sign] ?? sign)}`;
}

test('every value shown was sent in that currency, at that time, and none is left out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(cases) as (keyof typeof cases)[])),
      fc.constantFrom('series', 'change', 'diff', 'changes'),
      histories,
      async (operation, kind, given) => {
        const { name, request, args, id, column, record, currency, serial } = cases[operation];
        // What was seen at a time is never changed: the first counts.
        const sent = given.filter(
          (one, place) => given.findIndex((other) => other.fetched === one.fetched) === place,
        );
        const newest = sent.reduce((latest, one) => (one.fetched > latest.fetched ? one : latest));
        const { runtime, history } = fakeRuntime(() =>
          Promise.resolve(answer([record(newest)], { fetchedAt: start + newest.fetched * day })),
        );
        const functions = createFunctions(runtime, richHost, { now: () => start + 60 * day, timeout: 5_000 });
        const { key, params, raw, count } = request;
        for (const one of sent)
          await history.append({
            operation,
            request: key,
            params,
            raw,
            asked: count,
            at: start + one.fetched * day,
            records: [record(one)],
          });
        runtime.cells.note({
          cell: 'S!A1',
          function: name,
          requests: [request],
          filterSets: [],
          failed: false,
          at: 0,
        });
        const call = (which: string, ...values: unknown[]) =>
          Promise.resolve(
            functions[which]!(...values, { address: 'S!Z1', parameterAddresses: ['S!A1'] }),
          ).catch(() => []) as Promise<unknown[][]>;
        const amounts = new Set(sent.map((one) => `${one.amount} ${currency(one)}`));
        const isSent = (cells: readonly unknown[]) => {
          for (const cell of cells) if (valueOf(cell)) expect(amounts).toContain(shown(cell));
        };

        if (kind === 'series') {
          const rows = await call('HISTORY.SERIES', name, [[id]], null, null, null, 0, [['headers=0']]);
          const dated = new Set(sent.map((one) => `${serial(one)} ${one.amount} ${currency(one)}`));
          for (const [date, cell] of rows)
            expect(dated).toContain(`${valueOf(date)?.basicValue} ${shown(cell)}`);
          expect(rows).toHaveLength(new Set(sent.map((one) => serial(one))).size);
        } else if (kind === 'change') {
          const [row = []] = await call('HISTORY.CHANGE', name, [[id]], null, null, [['headers=0']]);
          const [now, before, change, share, low, , high] = row;
          isSent([now, before, low, high]);
          expect(valueOf(now)).toBeDefined();
          const [a, b] = [shown(now), shown(before)];
          if (b === undefined) return;
          const isOne = a?.split(' ')[1] === b.split(' ')[1];
          expect(valueOf(change)?.basicValue).toBe(
            isOne ? valueOf(now)!.basicValue - valueOf(before)!.basicValue : undefined,
          );
          expect(valueOf(share) !== undefined).toBe(isOne);
          if (operation === 'hkproperty')
            expect(valueOf(row[9])?.basicValue).toBeLessThan(serial(newest) + 1);
        } else if (kind === 'diff') {
          const rows = await call('HISTORY.DIFF', [['x']], null);
          const priced = rows.filter(([what]) => what === 'changed');
          for (const [, , , before, after, share] of priced) {
            isSent([before, after]);
            const isOne = shown(before)?.split(' ')[1] === shown(after)?.split(' ')[1];
            expect(valueOf(share) !== undefined).toBe(isOne);
          }
        } else {
          const options = [[`columns=${column}; headers=0; changes`]];
          const [[now, before, change] = []] = await call(name, ...args, options);
          isSent([now, before]);
          expect(shown(now)).toBe(`${newest.amount} ${currency(newest)}`);
          if (shown(before) === undefined) return;
          const isOne = shown(now)?.split(' ')[1] === shown(before)?.split(' ')[1];
          expect(valueOf(change) !== undefined).toBe(isOne);
        }
      },
    ),
    { numRuns: runs(1_000) },
  );
}, 600_000);
