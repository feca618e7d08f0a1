// A process that calculates workbooks with Univer's formula engine, without a page. A process of its own, because the engine's
// packages mix module formats, which Node loads and Jest does not.
const { randomUUID } = require('node:crypto');
const { readFileSync } = require('node:fs');
const process = require('node:process');
const lighterUniver = require('../../playground/univer/lighterUniver.cjs');

/**
 * How Node loads a file of this kind, which its types do not tell.
 * @typedef {(module: { _compile(source: string, file: string): void }, file: string) => void} Loader
 */
const loaders = /** @type {{ '.js': Loader }} */ (/** @type {unknown} */ (require.extensions));
const load = loaders['.js'];
loaders['.js'] = (module, file) =>
  file.includes('@univerjs')
    ? module._compile(lighterUniver(readFileSync(file, 'utf8')), file)
    : load(module, file);

const { LocaleType, LogLevel, Univer } = require('@univerjs/core');
const { FUniver } = require('@univerjs/core/facade');
const { FormulaDataModel, UniverFormulaEnginePlugin } = require('@univerjs/engine-formula');
const { UniverSheetsPlugin } = require('@univerjs/sheets');
const { UniverSheetsFormulaPlugin } = require('@univerjs/sheets-formula');
require('@univerjs/engine-formula/facade');
require('@univerjs/sheets/facade');
require('@univerjs/sheets-formula/facade');

const univer = new Univer({
  locale: LocaleType.EN_US,
  locales: { [LocaleType.EN_US]: {} },
  logLevel: LogLevel.SILENT,
});
for (const plugin of [UniverFormulaEnginePlugin, UniverSheetsPlugin, UniverSheetsFormulaPlugin])
  univer.registerPlugin(plugin);
const api = FUniver.newAPI(univer);
const boolean = 3;

/** @param {NonNullable<Parameters<typeof api.createWorkbook>[0]['sheets']>} sheets */
async function calculate(sheets) {
  const id = randomUUID();
  const workbook = api.createWorkbook({ id, sheetOrder: Object.keys(sheets), sheets });
  await /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      const listening = api.getFormula().calculationResultApplied(() => {
        listening.dispose();
        resolve();
      });
      api.getFormula().executeCalculation();
    })
  );
  /** @param {import('@univerjs/core').ICellData | null | undefined} cell */
  const valueOf = (cell) => (cell?.t === boolean ? cell.v === 1 : (cell?.v ?? ''));
  const model = univer.__getInjector().get(FormulaDataModel);
  const spilled = model.getArrayFormulaCellData()[id] ?? {};
  const spills = model.getArrayFormulaRange()[id] ?? {};
  /** @type {(sheet: string, row: number, column: number) => { rows: number, columns: number }} */
  const sizeOf = (sheet, row, column) => {
    const range = spills[sheet]?.[row]?.[column];
    return {
      rows: range ? range.endRow - range.startRow + 1 : 1,
      columns: range ? range.endColumn - range.startColumn + 1 : 1,
    };
  };
  const values = Object.fromEntries(
    Object.entries(sheets).map(([key, { cellData = {} }]) => {
      const sheet = workbook.getSheetBySheetId(key);
      const results = Object.entries(cellData).flatMap(([row, cells]) =>
        Object.keys(cells)
          .filter((column) => cells[Number(column)]?.f)
          .map((column) => ({
            row: Number(row),
            column: Number(column),
            value: valueOf(sheet?.getRange(Number(row), Number(column)).getCellData()),
            size: sizeOf(key, Number(row), Number(column)),
          })),
      );
      const below = Object.entries(spilled[key] ?? {}).flatMap(([row, cells]) =>
        Object.entries(cells).map(([column, cell]) => ({
          row: Number(row),
          column: Number(column),
          value: valueOf(cell),
        })),
      );
      return [key, [...below, ...results]];
    }),
  );
  api.disposeUnit(id);
  return values;
}

process.on('message', ({ turn, sheets }) => {
  calculate(sheets).then(
    (values) => process.send?.({ turn, values }),
    (error) => process.send?.({ turn, error: String(error) }),
  );
});
