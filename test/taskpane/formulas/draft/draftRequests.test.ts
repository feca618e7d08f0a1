import { emptyDraft, setValue } from '../../../../src/taskpane/formulas/draft/draft';
import { draftFormula } from '../../../../src/taskpane/formulas/draft/draftFormula';
import { readDraft, valuesFrom } from '../../../../src/taskpane/formulas/draft/draftRequests';
import { fetchPlanned, planFetch, pricesOf } from '../../../../src/taskpane/formulas/pricing/fetchPlan';
import { asWanted } from '../../../../src/taskpane/formulas/pricing/formulaRequests';
import { readBack } from '../../../../src/taskpane/formulas/draft/readBack';
import { spillSize } from '../../../../src/taskpane/formulas/tableLook';
import { engineUnderTest } from '../../../engine/support/engineUnderTest';
import { fakeEngine } from '../../fakeEngine';
import { fakeWorkbook } from '../../fakeWorkbook';

const none = () => undefined;
const workbook = fakeWorkbook({
  'A2:A5': [['iphone'], ['galaxy'], [''], ['iphone']],
  'F1:G1': [['sort', 'rating']],
  'B1:D1': [[46510, '', 46517]],
});
const read = valuesFrom(workbook, 'Sheet1!C1');

test('a range costs no more than its distinct items', async () => {
  const reading = await readDraft(setValue(emptyDraft('ruretail'), 'query', '=A2:A5'), read, none);
  expect(reading).toMatchObject({ state: 'read' });
  expect(reading.state === 'read' && reading.requests.map(({ params }) => params['query'])).toEqual([
    'iphone',
    'galaxy',
  ]);
  expect(reading.state === 'read' && spillSize(reading.formula)).toEqual({ rows: 61, columns: 12 + 1 });
});

test('a result that is older than the formula allows has a price, for it and for its preview', async () => {
  const engine = fakeEngine({ now: () => 0 });
  const priced = async (formula: string, now: number) => {
    const reading = await readDraft(readBack(formula, none)!, read, none);
    if (reading.state !== 'read') throw new Error('It has no price.');
    for (const request of reading.requests) if (now === 0) await engine.ask(request);
    const { quote, previewQuote } = await pricesOf(engine, reading, now);
    return [quote.credits, previewQuote.credits];
  };
  const hourly = '=BIZBUREAU.SEARCH(A2:A5,15,,"max_age=1h")';
  expect(await priced(hourly, 0)).toEqual([0, 0]);
  expect(await priced(hourly, 3_600_001)).toEqual([10, 5]);
  expect(await priced('=BIZBUREAU.SEARCH(A2:A5,15)', 3_600_001)).toEqual([0, 0]);
  // It asks for nothing; its preview does.
  expect(await priced('=BIZBUREAU.SEARCH("new",15,,"offline=yes")', 1)).toEqual([0, 5]);
  expect(await priced('=BIZBUREAU.SEARCH("new",15,,"as_of=2026-01-01")', 1)).toEqual([0, 5]);
});

test('counts that are fetched each for itself are all in the price, and in what is fetched for it', async () => {
  const { engine, clock, service } = engineUnderTest({ reuseCounts: false });
  const cells = fakeWorkbook({ 'A2:A3': [['x'], ['x']], 'B2:B3': [[15], [45]] });
  const draft = readBack('=BIZBUREAU.SEARCH(A2:A3,B2:B3)', none)!;
  const reading = await readDraft(draft, valuesFrom(cells, 'Sheet1!C1'), none);
  if (reading.state !== 'read') throw new Error('It has no price.');
  const { quote } = await clock.until(pricesOf(engine, reading, clock.now()));
  const plan = await clock.until(planFetch(engine, asWanted(reading), clock.now()));
  await clock.until(fetchPlanned(engine, plan, engine.watchStops()));
  await clock.until(Promise.all(reading.requests.map((request) => engine.ask(request))));
  expect([quote.credits, plan.quote.credits, service.credits]).toEqual([20, 20, 20]);
});

test('options in a range are read from it', async () => {
  const draft = { ...setValue(emptyDraft('ruretail'), 'query', 'tv'), optionsText: 'F1:G1' };
  const reading = await readDraft(draft, read, none);
  expect(reading.state === 'read' && reading.requests[0]?.params['sort']).toBe('rating');
});

test('what cannot be read from here is named', async () => {
  const draft = setValue(emptyDraft('ruretail'), 'query', '=UPPER(A1)');
  expect(await readDraft(draft, read, none)).toEqual({ state: 'unknown', expression: 'UPPER(A1)' });
});

test('a fault comes as its sentence', async () => {
  const draft = setValue(setValue(emptyDraft('ruretail'), 'query', 'tv'), 'count', '0x');
  expect(await readDraft(draft, read, none)).toMatchObject({ state: 'fault' });
});

test('one valuation needs a heading and a row', async () => {
  const reading = await readDraft(setValue(emptyDraft('hkproperty'), 'unit', '123'), read, none);
  expect(reading.state === 'read' && spillSize(reading.formula)).toEqual({ rows: 2, columns: 10 });
});

test('a matrix of cities and dates is priced as the function will ask for it', async () => {
  const draft = readBack('=STAYS.SEARCH(A2:A5,B1:D1,B1:D1+3,2,1,25,"min(price_per_night)")', none)!;
  const reading = await readDraft(draft, read, none);
  expect(reading.state === 'read' && reading.requests.map(({ params }) => params['checkout'])).toEqual([
    '2027-05-06',
    '2027-05-13',
    '2027-05-06',
    '2027-05-13',
  ]);
  expect(reading.state === 'read' && spillSize(reading.formula)).toEqual({ rows: 4, columns: 3 });
  expect(draftFormula(draft, none)).toBe('=STAYS.SEARCH(A2:A5,B1:D1,B1:D1+3,2,1,,"min(price_per_night)")');
});

test('legs and figures take the room they will spill into', async () => {
  const size = async (formula: string) => {
    const reading = await readDraft(readBack(formula, none)!, read, none);
    return reading.state === 'read' && spillSize(reading.formula);
  };
  expect(await size('=RURETAIL.SEARCH(A2:A5,5,A2:A5,"columns=name")')).toEqual({ rows: 16, columns: 3 });
  expect(await size('=RURETAIL.SEARCH(A2:A5,5,,"min(price), count()")')).toEqual({ rows: 4, columns: 2 });
});
