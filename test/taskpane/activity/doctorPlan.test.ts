// Which cells are stuck, and that only what is paid for counts as free to repair.
import fc from 'fast-check';
import type { Engine, EngineState } from '../../../src/engine/engine';
import { SpillwayError } from '../../../src/engine/request/errors';
import type { ShownFormula } from '../../../src/excel/doctor/shownFormulas';
import {
  diagnose,
  type DoctorParts,
  diagnosisText,
  repairedText,
  stuckText,
} from '../../../src/taskpane/activity/doctorPlan';
import { fakeEngine } from '../fakeEngine';
import { fakeWorkbook } from '../fakeWorkbook';

const day = 86_400_000;
const now = Date.UTC(2027, 5, 15);

const shows = (shown: string | number, formula = '=BIZBUREAU.SEARCH("roofing")'): ShownFormula => ({
  cell: 'Sheet1!B2',
  formula,
  entered: formula,
  shown,
});

interface Cached {
  readonly stale?: SpillwayError;
  readonly fetchedAt?: number;
  readonly failure?: SpillwayError;
  readonly records?: number;
}

function parts(
  cached: (keyword: unknown) => Cached | undefined,
  state: Partial<EngineState> = {},
): DoctorParts {
  const workbook = fakeWorkbook({ 'A1:A2': [['roofing'], ['plumber']] });
  const remembered: Engine['remembered'] = ({ params }) => {
    const known = cached(params['keyword']);
    const { fetchedAt, failure, stale, records = 1 } = known ?? {};
    return Promise.resolve(
      known && {
        ...(fetchedAt !== undefined && {
          response: {
            records: Array.from({ length: records }, () => ({})),
            fetchedAt,
            from: 'cache',
            spent: 0,
            saved: 0,
            ...(stale && { stale }),
          },
        }),
        ...(failure && { failure }),
      },
    );
  };
  return {
    engine: { remembered, state: () => ({ ...fakeEngine().state(), ...state }) },
    settings: { ages: {} },
    valuesFor: (cell) => (reference) => workbook.values(reference, cell),
    sets: () => undefined,
    wireNames: {},
    now,
  };
}

const yesterday = () => ({ fetchedAt: now - day });
const text = async (formula: ShownFormula, given: DoctorParts) =>
  (await diagnose([formula], given)).stuck.map((cell) => stuckText(cell));

test.each([
  ['#BUSY!', 'is stuck at #BUSY!. Can be repaired for free.'],
  [
    '#NAME?',
    'shows #NAME?: Excel didn’t know the function when the workbook was opened. Can be repaired for free.',
  ],
  ['#CONNECT!', 'shows #CONNECT!: Excel couldn’t reach the add-in. Can be repaired for free.'],
  ['#N/A', 'doesn’t show its result, although it has arrived. Can be repaired for free.'],
  ['#SPILL!', 'shows #SPILL!: other cells are in the way. Clear the cells in its spill range.'],
])('%s with a cached result %s', async (shown, says) => {
  expect(await text(shows(shown), parts(yesterday))).toEqual([says]);
});

const refresh = 'To fetch it, select Refresh above; you see the price first.';

test.each<[string, ShownFormula, DoctorParts, string[]]>([
  ['a cell that shows its result', shows('Name'), parts(yesterday), []],
  ['an error without a cached result', shows('#N/A'), parts(() => undefined), []],
  ['a search that found nothing', shows('#N/A'), parts(() => ({ fetchedAt: now, records: 0 })), []],
  [
    'an error around a call',
    shows('#N/A', '=MATCH("x",BIZBUREAU.SEARCH("roofing"),0)'),
    parts(yesterday),
    [],
  ],
  [
    'a busy cell without a result',
    shows('#BUSY!'),
    parts(() => undefined),
    [`is stuck at #BUSY!. ${refresh}`],
  ],
  [
    'a busy cell with one of two results',
    shows('#BUSY!', '=BIZBUREAU.SEARCH(A1:A2)'),
    parts((keyword) => (keyword === 'roofing' ? yesterday() : undefined)),
    [`is stuck at #BUSY!. ${refresh}`],
  ],
  [
    'a result that is too old for its formula',
    shows('#BUSY!', '=BIZBUREAU.SEARCH("roofing",15,,"max_age=1d")'),
    parts(yesterday),
    [`is stuck at #BUSY!. ${refresh}`],
  ],
  [
    'a result that is too old by the settings',
    shows('#BUSY!'),
    { ...parts(yesterday), settings: { ages: { bizbureau: 3_600_000 } } },
    [`is stuck at #BUSY!. ${refresh}`],
  ],
  [
    'results of more than 30 days ago',
    shows('Name'),
    parts(() => ({ fetchedAt: Date.UTC(2027, 4, 3, 12) })),
    [`shows results of May 3, 2027. ${refresh}`],
  ],
  [
    'a formula that only Excel can read',
    shows('#NAME?', '=BIZBUREAU.SEARCH(LOWER(A1))'),
    parts(yesterday),
    [
      'shows #NAME?: Excel didn’t know the function when the workbook was opened. Select the cell, press F2, then Enter. The request may cost credits.',
    ],
  ],
])('%s', async (_, formula, given, says) => {
  expect(await text(formula, given)).toEqual(says);
});

test('a formula under the name of a file, without a result, is to be entered again', async () => {
  const [says] = await text(
    shows('#NAME?'),
    parts(() => undefined),
  );
  expect(says).toMatch(/Its data isn’t cached: press F2, then Enter, to fetch it\. It may cost credits\.$/);
});

test('what failed says why, and is not sent again', async () => {
  const failed = parts(() => ({ failure: new SpillwayError('no_key', { billed: 'no' }) }));
  const [says] = await text(shows('#BUSY!'), failed);
  expect(says).toMatch(/^is stuck at #BUSY!\. .*key/);
});

test('what is being fetched or held is left alone', async () => {
  const own = { cells: ["'Sheet1'!$B$2"], request: {} as never, since: 0, credits: 5 };
  const queued = parts(yesterday, { queue: [{ ...own, state: 'running' }] });
  expect(await text(shows('#BUSY!'), queued)).toEqual(['is stuck at #BUSY!. It is being fetched now.']);
  const holding = parts(yesterday, {
    held: [{ ...own, id: 'ask_above', reason: 'ask_above', requests: [], cached: 0 }],
  });
  expect(await text(shows('#BUSY!'), holding)).toEqual([
    'is stuck at #BUSY!. It waits for your approval above.',
  ]);
});

test('a cell is free to repair only if every response that it needs is cached and new enough', async () => {
  const words = ['a', 'b', 'c'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.nat({ max: 3 * day })), { minLength: 3, maxLength: 3 }),
      fc.option(fc.constantFrom('1h', '1d', '2d')),
      fc.constantFrom('#BUSY!', '#NAME?', '#CONNECT!', '#N/A'),
      async (ages, maxAge, shown) => {
        const options = maxAge === null ? '' : `,15,,"max_age=${maxAge}"`;
        const calls = words.map((word) => `ROWS(BIZBUREAU.SEARCH("${word}"${options}))`);
        const formula = shows(shown, `=${calls.join('+')}`);
        const given = parts((word) => {
          const age = ages[words.indexOf(String(word))];
          return age === null || age === undefined ? undefined : { fetchedAt: now - age };
        });
        const limits: Record<string, number> = { '1h': 3_600_000, '1d': day, '2d': 2 * day };
        const limit = limits[maxAge ?? ''] ?? Infinity;
        const { stuck } = await diagnose([formula], given);
        if (stuck.some(({ free }) => free))
          expect(ages.every((age) => age !== null && age <= limit)).toBe(true);
      },
    ),
  );
});

test('says what was found and what was done', async () => {
  const found = await diagnose([shows('#BUSY!'), shows('Name')], parts(yesterday));
  expect(diagnosisText(found)).toBe(
    '2 formulas checked: 1 cell needs attention, 1 can be repaired for free.',
  );
  expect(diagnosisText({ formulas: 0, stuck: [] })).toBe('This workbook has no Spillway formulas.');
  expect(diagnosisText({ formulas: 3, stuck: [] })).toBe('3 formulas checked: all are fine.');
  expect(repairedText(2, 0)).toBe('2 cells repaired. Nothing was spent.');
  expect(repairedText(3, 1)).toBe(
    '2 of 3 cells repaired. Nothing was spent. To repair the rest, reload the add-in or restart Excel.',
  );
});

test('a cell that shows an older result, because fetching it again failed, is among them with the reason', async () => {
  const formula = shows(12, '=BIZBUREAU.SEARCH(A1:A2,15,,"count(); max_age=1h")');
  const failed = { fetchedAt: now - 2 * day, stale: new SpillwayError('unavailable') };
  const given = parts((keyword) => (keyword === 'roofing' ? failed : yesterday()));
  const [says] = await text(formula, given);
  expect(says).toMatch(/^shows results of June 13, 2027|^shows results of 13 June 2027/);
  expect(says!.length).toBeGreaterThan('shows results of 13 June 2027.'.length + 10);
  expect(await text(formula, parts(yesterday))).toEqual([]);
});
