// Columns, parameters and values are labelled in the language of the reader. What is asked for, what formulas say and what other
// code decides by a label is the same in every language.
import { languages } from '../../scripts/languages.mjs';
import { chartColumns } from '../../src/excel/charts/chartColumns';
import { speakInCells } from '../../src/excel/user/cellLanguage';
import { createFunctions } from '../../src/functions/createFunctions';
import { pathNamed } from '../../src/functions/history/fields';
import { cellTexts } from '../../src/languages/labels';
import { english, setLanguage } from '../../src/languages/t';
import { operationOf } from '../../src/operations';
import { cardFields } from '../../src/spill/grid/cards/cardFields';
import { figureHeading } from '../../src/spill/grid/figures';
import { columnChoices, columnLabel } from '../../src/taskpane/formulas/choices/columnChoices';
import { rankValues } from '../../src/operations/check/rankValues';
import { filterIndex, valueLabel } from '../../src/taskpane/formulas/choices/valueSearch';
import { installCustomFunctions } from '../functions/support/customFunctions';
import { answer, fakeRuntime, plainHost } from '../functions/support/fakeRuntime';

beforeAll(installCustomFunctions);
afterEach(async () => {
  await speakInCells('en');
  setLanguage(english);
});

const speak = async (tag: string) => {
  await speakInCells(tag);
  setLanguage({ tag, direction: 'ltr', messages: {} });
};

const products = answer([{ name: 'iPhone', price: 100, brand: { name: 'Apple' } }]);

it('gives a result its headings in the language, without a request', async () => {
  const { runtime, asked } = fakeRuntime(() => Promise.resolve(products));
  const search = createFunctions(runtime, plainHost)['RURETAIL.SEARCH']!;
  const call = (options: string) =>
    search([['iphone'], ['ipad']], 1, null, [[options]], { address: 'Sheet1!A1' }) as Promise<unknown[][]>;
  const heads = async (options: string) => (await call(options))[0];
  const labels = 'columns=name,brand.name,price,key_properties.0.measure; stamp=yes';
  const fields = `${labels}; headers=fields`;
  const [inLabels, inFields] = [await heads(labels), await heads(fields)];
  expect(inLabels?.slice(0, 4)).toEqual(['Search for', 'Product', 'Brand', 'Price']);
  const before = asked.length;
  await speakInCells('ru');
  expect(await heads(labels)).toEqual([
    'Что искать',
    'Товар',
    'Марка',
    'Цена',
    'Основные характеристики 1: Ед. изм.',
    'Получено',
    'Источник',
  ]);
  expect(await heads(fields)).toEqual(inFields);
  await speakInCells('en');
  expect(await heads(labels)).toEqual(inLabels);
  expect(asked).toHaveLength(before);
});

it('says where a result came from in the language, unless headings are the names of fields', async () => {
  const { runtime } = fakeRuntime(() => Promise.resolve(products));
  const search = createFunctions(runtime, plainHost)['RURETAIL.SEARCH']!;
  const stamp = async (options: string) =>
    ((await search([['iphone']], 1, null, [[`columns=name; stamp=yes; ${options}`]], {})) as unknown[][]).at(
      -1,
    )?.[2];
  expect(await stamp('where=price>1')).toBe('service, 1 of 1');
  await speakInCells('zh-HK');
  expect([await stamp(''), await stamp('where=price>1')]).toEqual(['快取', '快取，1 項中的 1 項']);
  await speakInCells('ru');
  expect(await stamp('where=price>1')).toBe('кэш, 1 из 1');
  expect(await stamp('where=price>1; headers=fields')).toBe('cache, 1 of 1');
});

it('keeps the rows that it made for as long as the language is the same', async () => {
  const { runtime } = fakeRuntime(() => Promise.resolve(products));
  const search = createFunctions(runtime, plainHost)['RURETAIL.SEARCH']!;
  const call = () => search([['iphone']], 1, null, null, { address: 'Sheet1!A1' });
  await speakInCells('nl');
  await call();
  const rows = await call();
  await speakInCells('nl');
  expect(await call()).toBe(rows);
});

it('what is wanted last stands, however late a file comes', async () => {
  await Promise.all([speakInCells('ru'), speakInCells('nl')]);
  expect(cellTexts()?.tag).toBe('nl');
  await Promise.all([speakInCells('ru'), speakInCells('en')]);
  expect(cellTexts()).toBeUndefined();
});

it('says what a figure is', async () => {
  const heading = (figure: 'min' | 'avg' | 'count') => figureHeading('ruretail', { path: 'price', figure });
  expect([heading('min'), heading('count')]).toEqual(['Lowest price', 'Results']);
  await speakInCells('ru');
  expect([heading('min'), heading('avg')]).toEqual(['Цена, мин.', 'Цена, среднее']);
  await speakInCells('nl');
  expect(heading('min')).toBe('Laagste prijs');
  await speakInCells('zh-HK');
  expect(heading('min')).toBe('最低價格');
});

it('names the columns of the form, and keeps what is renamed', async () => {
  await speak('ru');
  expect(columnChoices('stays').find(({ path }) => path === 'review.score')).toEqual({
    path: 'review.score',
    label: 'Отзыв: Оценка гостей',
    also: 'Review: Review score',
  });
  expect(columnLabel('ruretail', { path: 'price', heading: 'Price now' })).toBe('Price now');
});

it.each([
  ['ru', 'бассейн', 'swimming_pool'],
  ['ru', 'завтрак', 'breakfast_included'],
  ['nl', 'zwembad', 'swimming_pool'],
  ['nl', 'huisdier', 'pet_friendly'],
  ['zh-HK', '泳池', 'indoor_pool'],
  ['zh-HK', '冷氣', 'air_conditioning'],
  ['ar', 'مسبح', 'swimming_pool'],
  ['ar', 'فطور', 'breakfast_included'],
])('finds a value by the word in the language and by the English one: %s, %s', async (tag, word, value) => {
  await speak(tag);
  const found = (query: string) => rankValues(filterIndex(), query).map((choice) => choice.value);
  expect(found(word)).toContain(value);
  expect(found(valueLabel(value))[0]).toBe(value);
  expect(found('swimming pool')[0]).toBe('swimming_pool');
  expect(found('free wifi')[0]).toBe('free_wifi');
});

it('takes the names of currencies and languages from the browser', async () => {
  await speak('nl');
  expect([valueLabel('HKD'), valueLabel('ar'), valueLabel('4.5')]).toEqual([
    'HKD – Hongkongse dollar',
    'Arabisch',
    '4.5',
  ]);
});

it.each(['en', ...languages.map(({ tag }) => tag)])('decides by what a column is, in %s', async (tag) => {
  const inEnglish = cardFields(operationOf('stays'));
  await speakInCells(tag);
  // Formulas read a card by the names of its fields.
  expect(cardFields(operationOf('stays')).fields.map(({ key }) => key)).toEqual(
    inEnglish.fields.map(({ key }) => key),
  );
  expect([pathNamed('stays', 'Per night'), pathNamed('hkproperty', 'Valuation')]).toEqual([
    'price_per_night.amount',
    'price',
  ]);
  const headings = ['name', 'id', 'price', 'min_price', 'max_price'].map((path) =>
    columnLabel(path === 'name' || path === 'id' ? 'ruretail' : 'hkproperty', { path }),
  );
  const formats = ['General', 'General', 'HK$', 'HK$', 'HK$'];
  expect(chartColumns({ headings, rows: [['A', 7, 10, 9, 11]], formats }, 'range')).toEqual({
    category: 0,
    values: [4, 3, 2],
  });
  const lowest = figureHeading('ruretail', { path: 'price', figure: 'min' });
  const highest = figureHeading('ruretail', { path: 'price', figure: 'max' });
  const median = figureHeading('ruretail', { path: 'price', figure: 'median' });
  expect(
    chartColumns(
      { headings: [lowest, median, highest], rows: [[9, 10, 11]], formats: ['₽', '₽', '₽'] },
      'range',
    ),
  ).toEqual({ category: undefined, values: [2, 0, 1] });
});
