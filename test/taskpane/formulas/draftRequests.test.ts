import { emptyDraft, setValue } from '../../../src/taskpane/formulas/draft';
import { readDraft, valuesFrom } from '../../../src/taskpane/formulas/draftRequests';
import { spillSize } from '../../../src/taskpane/formulas/spillSize';
import { fakeWorkbook } from '../fakeWorkbook';

const none = () => undefined;
const workbook = fakeWorkbook({
  'A2:A5': [['iphone'], ['galaxy'], [''], ['iphone']],
  'F1:G1': [['sort', 'rating']],
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
