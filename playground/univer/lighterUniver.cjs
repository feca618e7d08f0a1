// Univer's packages, made lighter while they are loaded: by webpack, and by the process that calculates templates in the tests.
//
// They set each field of an object through a helper that looks the field up and may redefine it. A calculation makes millions of
// such objects and took a third longer for it: here the fields are assigned instead. They also hold pictures for panels that the
// playground never opens, 0.4 MB that compress to nothing less, and 57 icons for conditional formats that Spillway does not use, all of
// which are decoded at the start.
//
// After an edit the formulas wait 0.1 s, because more may follow. What only asks for a calculation (a workbook that is opened, results
// that calculation.ts has gathered) need not wait.
//
// With every write they list the formulas of all sheets, of which they use those of one. And with every drawing they look whether each
// text in view could be a number, to mark it, before they look whether marks are wanted.
//
// No cell divides words, so neither the rules for it, in 78 files, nor the tables that tell which language a text is in are needed. And
// what counts as Chinese, Japanese or Korean is asked of the browser, not of 0.5 MB of tables: only characters of the latest
// versions of Unicode differ.
const letters = String.raw`(?=[\p{Lo}\p{Nl}\p{So}\p{Lm}])[\p{sc=Han}\p{sc=Katakana}\p{sc=Hiragana}\p{sc=Hangul}\p{sc=Bopomofo}]`;
const blocks = String.raw`[\u2ff0-\u303f\u30a0-\u30ff\u3190-\u319f\u31c0-\u31ef\u3200-\u33ff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef]`;

/** @param {string} source */
module.exports = (source) =>
  source
    .replace(/\b_defineProperty\(this, "([A-Za-z_$][\w$]*)", /g, 'this.$1 = (')
    .replace(
      /(this\._waitingCommandQueue = \[\];\s*\}), 100\);/,
      '$1, command.id === "formula.mutation.set-trigger-formula-calculation-start" ? 0 : 100);',
    )
    .replace(
      /const formulaData = this\.getFormulaData\(\);(?=\s+if \(formulaData\[unitId\] == null\))/,
      'const formulaData = { [unitId]: { [sheetId]: this.getSheetFormulaData(unitId, sheetId) } };',
    )
    .replace(
      /(?<=initViewModelIntercept\(\) \{\s+)(?=const FORCE_STRING_MARK =)/i,
      'if (this._configService.getConfig("sheets-ui.config")?.disableForceStringMark) return;\n\t\t',
    )
    .replace('this.loadPattern("en-gb");', '')
    .replace(/\["[\w-]+"\]: \(\) => import\("\.\/[\w-]+\.js"\),?/g, '')
    .replace('import { franc } from "franc-min";', 'const franc = () => "und";')
    .replace('import * as cjk from "cjk-regex";', '')
    .replace('cjk.letters().toRegExp()', () => `/${letters}/u`)
    .replace('cjk.all().toRegExp()', () => `/${letters}|${blocks}/u`)
    .replace('cjk.punctuations().toRegExp()', () => `/(?!${letters})${blocks}/u`)
    .replace(/"data:image\/(?:(?:png|jpeg);base64,[^"]{2000,}|svg\+xml;charset=utf-8,[^"]+)"/g, '""');
