// What is left out of Univer is found by its text: after an update of Univer it may have another.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const lighter = createRequire(__filename)('../../playground/univer/lighterUniver.cjs') as (
  source: string,
) => string;
const lightened = (name: string) =>
  lighter(readFileSync(`node_modules/@univerjs/${name}/lib/es/index.js`, 'utf8'));

it('leaves out what divides words and tells languages apart', () => {
  const render = lightened('engine-render');
  expect(render).not.toMatch(/from "(franc-min|cjk-regex)"|\bcjk\.|import\(/);
});

it('tells Chinese, Japanese and Korean text by what the browser knows', () => {
  const [, letters = '', all = '', punctuation = ''] =
    /LETTER_REG = \/(.+)\/u;[^]+ALL_REG = \/(.+)\/u;[^]+PUNCTUATION_REG = \/(.+)\/u;/.exec(
      lightened('engine-render'),
    ) ?? [];
  const found = (pattern: string) =>
    [...'a1,é語ひカ한ㄅ。、「！々'].filter((sign) => new RegExp(pattern, 'u').test(sign)).join('');
  expect(found(letters)).toBe('語ひカ한ㄅ々');
  expect(found(punctuation)).toBe('。、「！');
  expect(found(all)).toBe('語ひカ한ㄅ。、「！々');
});

it('decodes no icons of conditional formats', () => {
  expect(lightened('sheets-conditional-formatting')).not.toContain('data:image/svg');
});

it('calculates without a pause where nothing was edited', () => {
  expect(lightened('sheets-formula')).toContain('set-trigger-formula-calculation-start" ? 0 : 100');
});

it('lists the formulas of the sheet that is written to, and no others', () => {
  const [, body = ''] = /\n\tupdateFormulaData\((.+?)\n\t}\n/s.exec(lightened('engine-formula')) ?? [];
  expect(body).toContain('this.getSheetFormulaData(unitId, sheetId)');
  expect(body).not.toContain('this.getFormulaData()');
});

it('reads no text as a number for marks that nobody wants', () => {
  expect(lightened('sheets-ui')).toMatch(/disableForceStringMark\) return;\s+const FORCE_STRING_MARK = /);
});
