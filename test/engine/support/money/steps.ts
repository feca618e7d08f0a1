// What may happen in a history of the money model: what people, Excel, the service, the store and the clock do.
import fc from 'fast-check';
import { makeDataRequest, type DataRequest } from '../../../../src/engine/request/dataRequest';
import type { Reply } from '../fakeService';
import type { Delivery, StoreHealth } from './machine';

/** Each with whether the service bills it. */
export const faults = {
  none: { reply: undefined, billed: true },
  lost: { reply: 'network', billed: true },
  refused: { reply: 'refused', billed: false },
  slow: { reply: { status: 408 }, billed: true },
  invalid: { reply: { status: 422 }, billed: false },
  failed: { reply: { status: 500 }, billed: true },
  broke: { reply: { status: 500 }, billed: false },
  odd: { reply: { status: 418 }, billed: true },
  spoilt: { reply: { status: 200, body: '[{"id"' }, billed: true },
  denied: { reply: { status: 401 }, billed: false },
  forbidden: { reply: { status: 403 }, billed: false },
  limited: { reply: { status: 429, headers: { 'retry-after': '2' } }, billed: false },
  full: { reply: { status: 429, headers: { 'retry-after': '5400' } }, billed: false },
  html: { reply: { status: 200, body: '<html>Sign in</html>' }, billed: true },
  promised: { reply: { status: 202 }, billed: true },
} as const satisfies Record<string, { reply: Reply | undefined; billed: boolean }>;

export type Fault = keyof typeof faults;

/** In which order Excel cancels the old call of an edited cell and makes the new one; it promises neither. */
type Order = 'cancel first' | 'call first';

export type Step =
  | { do: 'write'; book: number; cell: number; formula: readonly DataRequest[]; order: Order }
  | { do: 'narrow'; book: number; cell: number; order: Order }
  | { do: 'move'; book: number; cell: number; to: number }
  | { do: 'delete' | 'freeze'; book: number; cell: number }
  | { do: 'recalculate' | 'decline' | 'stop' | 'reopen' | 'kill' | 'clear' | 'change key'; book: number }
  | { do: 'run'; book: number; after: number; stopAfter: number | undefined }
  | {
      do: 'refresh';
      book: number;
      cell: number | 'workbook';
      after: number;
      stopAfter: number | undefined;
      /** On the ribbon: where it is within the limits, nobody sees its price. */
      isUnseen: boolean;
    }
  | { do: 'buy elsewhere'; book: number; request: DataRequest }
  | { do: 'wait'; milliseconds: number }
  | { do: 'set clock'; milliseconds: number }
  | { do: 'fault'; fault: Fault }
  | { do: 'limit'; askAbove: number; dailyCap: number | undefined }
  | { do: 'age'; milliseconds: number | undefined }
  | { do: 'freeze page' | 'thaw page' | 'pause' | 'resume'; book: number }
  | { do: 'ask by button'; book: number; request: DataRequest }
  | { do: 'messages'; delivery: Delivery }
  | { do: 'counts'; roundCounts: boolean; reuseCounts: boolean }
  | { do: 'store'; health: StoreHealth }
  | { do: 'latency'; milliseconds: number }
  | { do: 'connection'; isOnline: boolean }
  | { do: 'forget failures'; book: number }
  | { do: 'forget jobs' };

export const books = ['one', 'two', 'one'] as const;

const book = fc.nat({ max: books.length - 1 });
const cell = fc.nat({ max: 3 });
const request = fc
  .tuple(fc.nat({ max: 5 }), fc.constantFrom(5, 16, 40, 200))
  .map(([item, count]) => makeDataRequest('bizbureau', { keyword: `k${item}`, count }));
/** A price that does not depend on the count, and an operation without one. */
const another = fc.oneof(
  request,
  fc
    .tuple(fc.nat({ max: 3 }), fc.constantFrom(5, 16, 40))
    .map(([item, count]) => makeDataRequest('ruretail', { query: `q${item}`, count })),
  fc.nat({ max: 5 }).map((item) => makeDataRequest('hkproperty', { unit: `A${item}` })),
);
const formula = fc.array(request, { minLength: 1, maxLength: 4 });
const order = fc.constantFrom<Order>('cancel first', 'call first');
/** What Excel needs until it was read. */
const after = fc.constantFrom(0, 0, 30, 250);
/** Sometimes Stop is pressed a moment after another button. */
const stopAfter = fc.constantFrom(...[...Array<undefined>(10)], 0, 1, 20, 40, 150, 300);
const as = <Name extends Step['do']>(name: Name) => fc.constant(name);
const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });

const hour = 3_600_000;

/** What waits for a full rate window keeps a history from its end; only a gateway promises anything. */
const ordinaryFaults = (Object.keys(faults) as Fault[]).filter(
  (fault) => fault !== 'full' && fault !== 'promised',
);

const ordinary = [
  weighted(9, fc.record({ do: as('write'), book, cell, formula, order })),
  weighted(2, fc.record({ do: as('narrow'), book, cell, order })),
  weighted(1, fc.record({ do: as('move'), book, cell, to: cell })),
  weighted(2, fc.record({ do: fc.constantFrom('delete' as const, 'freeze' as const), book, cell })),
  weighted(3, fc.record({ do: as('recalculate'), book })),
  weighted(4, fc.record({ do: as('run'), book, after, stopAfter })),
  weighted(1, fc.record({ do: as('decline'), book })),
  weighted(1, fc.record({ do: as('stop'), book })),
  weighted(
    2,
    fc.record({
      do: as('refresh'),
      book,
      cell: fc.oneof(cell, word('workbook')),
      after,
      stopAfter,
      isUnseen: fc.boolean(),
    }),
  ),
  weighted(2, fc.record({ do: fc.constantFrom('reopen' as const, 'kill' as const), book })),
  weighted(1, fc.record({ do: as('clear'), book })),
  weighted(1, fc.record({ do: as('change key'), book })),
  weighted(1, fc.record({ do: as('buy elsewhere'), book, request })),
  weighted(
    8,
    fc.record({ do: as('wait'), milliseconds: fc.constantFrom(1, 3, 12, 45, 130, 900, 15_000, 600_000) }),
  ),
  weighted(
    1,
    fc.record({
      do: as('set clock'),
      milliseconds: fc.oneof(
        fc.integer({ min: -30 * hour, max: 12 * hour }),
        fc.integer({ min: -130 * hour, max: 130 * hour }),
      ),
    }),
  ),
  weighted(2, fc.record({ do: as('fault'), fault: fc.constantFrom(...ordinaryFaults) })),
  weighted(
    1,
    fc.record({
      do: as('limit'),
      askAbove: fc.constantFrom(50, 50, 20, 5),
      dailyCap: fc.constantFrom(undefined, 40, 20, 70),
    }),
  ),
];

const outage = weighted(
  2,
  fc.record({ do: as('store'), health: fc.constantFrom<StoreHealth>('sound', 'fails', 'hangs') }),
);

const pages = [
  weighted(3, fc.record({ do: as('freeze page'), book })),
  weighted(3, fc.record({ do: as('thaw page'), book })),
  weighted(1, fc.record({ do: as('pause'), book })),
  weighted(2, fc.record({ do: as('resume'), book })),
  weighted(2, fc.record({ do: as('ask by button'), book, request })),
  weighted(
    2,
    fc.record({
      do: as('messages'),
      delivery: fc.constantFrom<Delivery>('sound', 'lost', 'twice', 'late'),
    }),
  ),
];
const counts = weighted(
  2,
  fc.record({ do: as('counts'), roundCounts: fc.boolean(), reuseCounts: fc.boolean() }),
);
const ages = weighted(
  3,
  fc.record({ do: as('age'), milliseconds: fc.constantFrom(300_000, 300_000, 60_000, undefined) }),
);
const fullness = weighted(
  2,
  fc.record({ do: as('store'), health: fc.constantFrom<StoreHealth>('sound', 'full') }),
);

const service = [
  weighted(1, fc.record({ do: as('fault'), fault: word('full') })),
  weighted(2, fc.record({ do: as('latency'), milliseconds: fc.constantFrom(100, 100, 9_000, 400_000) })),
  weighted(1, fc.record({ do: as('connection'), isOnline: fc.boolean() })),
  weighted(1, fc.record({ do: as('forget failures'), book })),
  weighted(
    2,
    fc.record({
      do: as('write'),
      book,
      cell,
      formula: fc.array(another, { minLength: 1, maxLength: 4 }),
      order,
    }),
  ),
];

/** A gateway that has the response later, unless it is restarted before. */
const promises = [
  weighted(4, fc.record({ do: as('fault'), fault: word('promised') })),
  weighted(1, fc.record({ do: as('forget jobs') })),
];

function word<Word extends string>(text: Word): fc.Arbitrary<Word> {
  return fc.constant(text);
}

/** How long store, locks and messages may take, in milliseconds. */
const slowness = fc.constantFrom(0, 0, 8, 60, 400);

/** What the points of the token statistic tell of charges. */
const points = fc.constantFrom('at once' as const, 'late' as const, 'never' as const);

export interface History {
  readonly slowness: number;
  readonly points?: 'at once' | 'late' | 'never';
  /** False: as in browsers that have none. */
  readonly hasLocks?: boolean;
  readonly steps: readonly Step[];
}

const history = (step: fc.Arbitrary<Step>): fc.Arbitrary<History> =>
  fc.record({ slowness, steps: fc.array(step, { minLength: 8, maxLength: 120, size: 'max' }) });

export const histories = history(fc.oneof(...ordinary));
export const historiesWithOutages = history(fc.oneof(...ordinary, outage));
export const historiesWithPages = history(fc.oneof(...ordinary, ...pages));
export const historiesWithCounts = history(fc.oneof(...ordinary, counts));
export const historiesWithPromises = history(fc.oneof(...ordinary, ...promises));
export const historiesWithFullness = history(fc.oneof(...ordinary, fullness));

export const historiesWithService = fc
  .tuple(history(fc.oneof(...ordinary, ...service)), points)
  .map(([played, shown]) => ({ ...played, points: shown }));

/** How old a result is, is told by the clock; what is cleared or bought elsewhere has no age here. */
const ageless: readonly Step['do'][] = ['set clock', 'clear', 'buy elsewhere'];
export const historiesWithAges = history(fc.oneof(...ordinary, ages)).map(({ slowness, steps }) => ({
  slowness,
  steps: steps.filter((step) => !ageless.includes(step.do)),
}));

/** What a person agreed to is sent between the look and the call of another window: nobody can tell then which came first. */
const agreed: readonly Step['do'][] = ['run', 'refresh', 'limit'];
const withoutLocks = (all: fc.Arbitrary<History>) =>
  all.map(({ slowness, steps }) => ({
    slowness,
    steps: steps.filter((step) => !agreed.includes(step.do)),
    hasLocks: false,
  }));
export const historiesWithoutLocks = withoutLocks(histories);
export const historiesWithAgesAlone = withoutLocks(historiesWithAges);
