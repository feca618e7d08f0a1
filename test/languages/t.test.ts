// What the pane says: values, plurals and numbers by the rules of the language; nothing is ever left empty.
import { readdirSync, readFileSync } from 'node:fs';
import { languages } from '../../scripts/languages.mjs';
import { cellsInEnglish, english, placeholders } from '../../scripts/messages.mjs';
import { languageFor } from '../../src/excel/user/cellLanguage';
import { dateLocale, joined, language, number, plural, setLanguage, t, texts } from '../../src/languages/t';

const before = language();
afterEach(() => setLanguage(before));

const speak = (
  tag: string,
  messages: Record<string, Record<string, unknown>>,
  direction: 'ltr' | 'rtl' = 'ltr',
) => setLanguage({ tag, direction, messages });

test('values are filled in; numbers as the language writes them', () => {
  expect(t('text.ago', { time: '2 h' })).toBe('2 h ago');
  expect(plural(1, 'request')).toBe('1 request');
  expect(plural(1_234, 'request')).toBe('1,234 requests');
  speak('nl', {});
  expect(number(1_234.5)).toBe('1.234,5');
});

test('a plural has the forms of its language', () => {
  const text = [
    ['count', { one: [['count'], ' запрос'], few: [['count'], ' запроса'], other: [['count'], ' запросов'] }],
  ];
  speak('ru', { nouns: { request: text } });
  expect([1, 3, 5, 21].map((count) => plural(count, 'request'))).toEqual([
    '1 запрос',
    '3 запроса',
    '5 запросов',
    '21 запрос',
  ]);
});

test('an exact number and a choice go before the rest', () => {
  expect(t('activity.toFetch', { credits: '5 credits', formulas: 0, requests: '1 request', cached: 0 })).toBe(
    '5 credits: 1 request to fetch',
  );
  expect(t('activity.toFetch', { credits: '5 credits', formulas: 2, requests: '1 request', cached: 3 })).toBe(
    '5 credits for 2 formulas: 1 request to fetch, 3 cached',
  );
  expect(t('key.theWorks', { name: 'code' })).toBe('The code works.');
});

test('a key that is not known for certain, or a value that is missing, fails the type check', () => {
  const computed: string = 'common.cancel';
  // @ts-expect-error: any text could be shown as it is.
  expect(t(computed)).toBe('Cancel');
  // @ts-expect-error: it would be shown without its time.
  expect(t('text.ago')).toBe(' ago');
});

test('what is not translated is in English', () => {
  speak('ru', {});
  expect(t('common.cancel')).toBe('Cancel');
  expect(texts({ a: 'common.cancel' })).toEqual({ a: 'Cancel' });
});

test('in a text from right to left a value keeps its own direction, and digits are those of formulas', () => {
  speak('ar', { text: { ago: ['قبل ', ['time']] } }, 'rtl');
  expect(t('text.ago', { time: 'A1:B2' })).toBe('قبل \u2068A1:B2\u2069');
  expect(number(12)).toBe('12');
  expect(new Date(0).toLocaleDateString(dateLocale())).toMatch(/1970/);
});

test('words are joined with the signs of the language', () => {
  expect(joined('facts', ['5 credits', '', undefined, false, 'now'])).toBe('5 credits, now');
  const saidIn = (wanted: string) => {
    const { tag, direction, cells } = languages.find((each) => each.tag === wanted)!;
    setLanguage({ tag, direction, messages: {}, signs: cells.signs });
    return [joined('items', ['a', 'b']), joined('label', ['a', joined('clauses', ['b', 'c'])])];
  };
  expect(saidIn('ru')).toEqual(['a, b', 'a: b; c']);
  expect(saidIn('zh-HK')).toEqual(['a、b', 'a：b；c']);
  // What is made of values that keep their direction has that of the text.
  const kept = (text: string) => `\u2068${text}\u2069`;
  expect(saidIn('ar')).toEqual([`${kept('a')}، ${kept('b')}`, `${kept('a')}: ${kept('b')}؛ ${kept('c')}`]);
});

test('no space follows a full-width stop', () => {
  expect(joined('sentences', ['One.', '', 'Two.'])).toBe('One. Two.');
  expect(joined('sentences', ['一。', '二！', 'Three.', '四。'])).toBe('一。二！Three. 四。');
});

test.each([
  ['ru-RU', 'ru'],
  ['nl-BE', 'nl'],
  ['ar-EG', 'ar'],
  ['zh-TW', 'zh-HK'],
  ['zh-CN', 'en'],
  ['eo', 'en'],
  ['en-GB', 'en'],
  ['', 'en'],
])('Office in %s: %s', (display, tag) => expect(languageFor(display)).toBe(tag));

test('every message is used, and the types say what each needs', () => {
  const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .join('');
  const unused = Object.entries(english().messages).flatMap(([section, own]) =>
    Object.keys(own).filter(
      (name) =>
        !source.includes(`'${section}.${name}'`) &&
        !(section === 'nouns' && source.includes(`'${name}'`)) &&
        !source.includes(`t(\`${section}.`),
    ),
  );
  const unsaid = Object.values(cellsInEnglish()).flatMap((own) =>
    Object.keys(own).filter((name) => !name.startsWith('held_') && !source.includes(`'${name}'`)),
  );
  expect([...unused, ...unsaid]).toEqual([]);
  for (const [file, types] of Object.entries(placeholders())) expect(readFileSync(file, 'utf8')).toBe(types);
});
