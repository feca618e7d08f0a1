// An operation is its folder and its lines in the indexes: whatever else needed to know it by name would fail here.
import { landPrices, landUses } from './support/landPrices';
import { smallestArguments, smallestRequest } from './fixtures';
import { memoryRuntime } from '../../src/excel/memoryRuntime';
import { createFunctions } from '../../src/functions/createFunctions';
import { functionsJson } from '../../scripts/functions/metadata/metadata';
import { markdown } from '../../scripts/functions/reference/markdown';
import { reference } from '../../scripts/functions/reference/reference';
import { readWireRequest } from '../../src/gateway/calls/wireRequest';
import { createMemoryRows } from '../../src/history/rows';
import { operationOf, cost } from '../../src/operations';
import { checkRequest } from '../../src/operations/check/request';
import { functionNames } from '../../src/operations/functionNames';
import { gridOf } from '../../src/spill/grid/gridOf';
import { parameterGroups } from '../../src/taskpane/formulas/choices/parameterGroups';
import { columnChoices } from '../../src/taskpane/formulas/choices/columnChoices';
import { emptyDraft, setValue, formFaults } from '../../src/taskpane/formulas/draft/draft';
import { draftFormula } from '../../src/taskpane/formulas/draft/draftFormula';
import { readBack } from '../../src/taskpane/formulas/draft/readBack';
import { installCustomFunctions } from '../functions/support/customFunctions';
import { plainHost } from '../functions/support/fakeRuntime';
import { faultOf, paramsOf, read } from '../spill/read/readings';

const name = operationOf(landPrices).function;
const noSets = () => undefined;

it('becomes a function that Excel knows', () => {
  expect(functionNames).toContain(name);
  const declared = functionsJson().functions.find(({ id }) => id === name);
  expect(declared?.description).toContain('Costs 2 credits.');
  expect(declared?.parameters.map((parameter) => parameter.name)).toEqual(['parcel', 'use', 'options']);
  expect(declared?.parameters[1]?.description).toContain(`Values: ${landUses.join(', ')}.`);
});

it('has a section in the reference, with the values of its arguments and options', () => {
  const section = markdown(reference()).split(`\n## ${name}\n`)[1]!.split('\n## ')[0]!;
  expect(section).toContain(`=${name}(parcel, [use], [options])`);
  expect(section).toContain('2 credits per distinct request');
  for (const value of [...landUses, 'inner', 'outer', 'valued_on']) expect(section).toContain(`\`${value}\``);
});

describe('a listed value in an argument', () => {
  it.each(landUses)('%s is read', (use) => {
    expect(paramsOf(read(landPrices, 'AA-0001', use.toUpperCase()))).toEqual({ parcel: 'AA-0001', use });
  });

  it('is read from a range', () => {
    const { items } = read(landPrices, 'AA-0001', [landUses]);
    expect(items.map((item) => item.state === 'request' && item.params['use'])).toEqual(landUses);
  });

  it('that is not listed is refused with the one that was probably meant', () => {
    expect(faultOf(() => read(landPrices, 'AA-0001', 'farm'))).toMatch(/agricultural/);
  });

  it('of another option is still refused', () => {
    expect(faultOf(() => read(landPrices, 'AA-0001', 'inner'))).toMatch(/a value of zones/);
  });
});

it('is checked and priced from the table, in the add-in and in the gateway', () => {
  expect(checkRequest(landPrices, smallestRequest(landPrices)).ok).toBe(true);
  expect(checkRequest(landPrices, { use: 'commercial' }).ok).toBe(false);
  expect(cost(landPrices, 1)).toBe(2);
  const { body, credits } = readWireRequest(landPrices, '{"parcel":"AA-0001","use":"Commercial"}');
  expect([JSON.parse(body), credits]).toEqual([{ parcel: 'AA-0001', use: 'commercial' }, 2]);
});

it('has a form, and its formula is read back into the form', () => {
  const fields = parameterGroups(landPrices).flatMap(({ params }) => params.map(([field]) => field));
  expect(fields).toEqual(expect.arrayContaining(['parcel', 'use', 'zones']));
  expect(columnChoices(landPrices).map(({ path }) => path)).toContain('valued_on');
  const draft = setValue(setValue(emptyDraft(landPrices), 'parcel', 'AA-0001'), 'use', 'commercial');
  expect(formFaults(emptyDraft(landPrices)).missing).toEqual(['parcel']);
  expect(formFaults(draft)).toMatchObject({ fields: {}, missing: [] });
  const formula = draftFormula(draft, noSets);
  expect(formula).toBe(`=${name}("AA-0001","commercial")`);
  expect(readBack(formula, noSets)?.values).toEqual(draft.values);
});

it('makes a grid of its default columns', () => {
  const outcome = { records: [{ parcel_number: 'AA-0001', price: 5 }], fetchedAt: 0, from: 'service' };
  const { cells } = gridOf(read(landPrices, ...smallestArguments(landPrices), ''), [outcome], {
    formats: false,
  });
  expect(cells).toEqual([
    ['Parcel', 'Municipality', 'Price', 'Valued on'],
    ['AA-0001', '', 5, ''],
  ]);
});

it('is sent, paid for once and followed over time', async () => {
  installCustomFunctions();
  const sent: string[] = [];
  const runtime = await memoryRuntime({
    historyRows: createMemoryRows(),
    fetch: (url) => {
      if (url.endsWith('statistic')) return Promise.resolve(Response.json([]));
      sent.push(new URL(url).pathname);
      return Promise.resolve(
        Response.json([{ '@type': 'LandParcelPrice', parcel_number: 'AA-0001', price: 7 }]),
      );
    },
  });
  await runtime.settings.update({ baseUrl: 'https://data.example', askAbove: 1_000 });
  await runtime.key.save('a-key-of-sixteen');
  const functions = createFunctions(runtime, plainHost);
  const call = (each: string, ...args: unknown[]) => functions[each]!(...args, { address: 'Sheet1!A1' });
  const history = await runtime.history();
  const isKept = new Promise<void>((resolve) =>
    history.subscribe((changed) => changed.has(landPrices) && resolve()),
  );
  for (let time = 0; time < 2; time += 1)
    expect(await call(name, [['AA-0001']], [['commercial']], [['price']])).toEqual([[7]]);
  expect(sent).toEqual([operationOf(landPrices).path]);
  expect((await runtime.engine.ledger())[0]).toMatchObject({ operation: landPrices });
  await isKept;
  const options = [['use=commercial; headers=0']];
  const series = await call('HISTORY.SERIES', name, [['AA-0001']], 'price', null, null, null, options);
  expect(series).toEqual([[expect.any(Number), 7]]);
  expect(await call('CREDITS.COST', name, null, 3)).toBe(6);
  await runtime.engine.close();
});
