// A filter that the service ignored is said in the stamp, and nowhere else in the grid.
import { createFunctions } from '../../../src/functions/createFunctions';
import { installCustomFunctions } from '../support/customFunctions';
import { answer, fakeRuntime, plainHost } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

const records = [
  { name: 'Aal', review: { score: 9.2 } },
  { name: 'Bes', review: { score: 7.1 } },
];
const shown = 'columns=name; headers=0; min_review_score=very_good_8';

test('the stamp says so, also from the cache, and a grid without a stamp stays as it is', async () => {
  const { runtime } = fakeRuntime(() => Promise.resolve(answer(records)));
  const call = createFunctions(runtime, plainHost)['STAYS.SEARCH']!;
  const ask = (options: string) => call([['Rome']], 46_510, 46_514, 2, 1, 25, options, {});
  expect(await ask(shown)).toEqual([['Aal'], ['Bes']]);
  const stamps = async (options: string) =>
    ((await ask(`${options}; stamp=yes`)) as unknown[][]).map(([name, , from]) => [name, from]);
  const said = /^\w+: The service probably ignored min_review_score=very_good_8: result 2/;
  const [first, second] = await stamps(shown);
  expect([first?.[0], second?.[0]]).toEqual(['Aal', 'Bes']);
  expect(first?.[1]).toMatch(said);
  expect(second?.[1]).toMatch(said);
  expect(await stamps(shown.replace('very_good_8', 'good_7'))).toEqual([
    ['Aal', 'service'],
    ['Bes', 'service'],
  ]);
});

test('a name that the user mapped is followed', async () => {
  const { runtime } = fakeRuntime(() => Promise.resolve(answer(records)));
  await runtime.settings.update({ wireNames: { 'stays.min_review_score': 'score_from' } });
  const call = createFunctions(runtime, plainHost)['STAYS.SEARCH']!;
  const rows = await call([['Rome']], 46_510, 46_514, 2, 1, 25, `${shown}; stamp=yes`, {});
  expect((rows as unknown[][])[0]?.[2]).toMatch(/ignored min_review_score=very_good_8/);
});
