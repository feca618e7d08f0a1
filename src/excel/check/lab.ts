// What every check of this Excel works with: a scratch sheet, formulas whose results and calls the check decides and hears, and the
// patience that Excel may need.
import { excelError } from '../errors/excelError';
import { formulaName } from '../host';
import { freeName } from '../workbook/newSheet';
import type { ProbeCall } from './probe';

/** How long Excel may take for a cell to show what it should. What it shows then is what was seen. */
const patience = 30_000;
const pause = 50;

export interface Lab {
  readonly sheet: string;
  /** Calls of a probe since it was last asked. */
  calls(name: string): readonly ProbeCall[];
  /** What the probe does from now on. */
  returns(name: string, result: () => unknown): void;
  work<T>(step: (sheet: Excel.Worksheet, context: Excel.RequestContext) => T | Promise<T>): Promise<T>;
  enter(address: string, formula: string): Promise<void>;
  values(address: string): Promise<unknown[][]>;
}

export interface LabCheck {
  readonly id: string;
  readonly expected?: string;
  readonly run: (lab: Lab) => Promise<string> | string;
}

export const probe = (name: string) => `=${formulaName('TOKEN.USAGE')}("${name}")`;

/** Asks until the text is the wanted one, or for as long as Excel may take. */
export async function eventually(read: () => Promise<string> | string, wanted: string): Promise<string> {
  const until = performance.now() + patience;
  for (;;) {
    const seen = await read();
    if (seen === wanted || performance.now() > until) return seen;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

export const table = (values: readonly (readonly unknown[])[]): string =>
  values.map((row) => row.map(String).join(' ')).join(' / ');

export const loaded = async <T>(
  lab: Lab,
  address: string,
  property: string,
  read: (range: Excel.Range) => T,
) =>
  lab.work(async (sheet, context) => {
    const range = sheet.getRange(address);
    range.load(property);
    await context.sync();
    return read(range);
  });

/** Enters a probe and says what its cells show in the end. */
export const shown = (id: string, result: () => unknown, address: string, expected: string): LabCheck => ({
  id,
  expected,
  run: async (lab) => {
    lab.returns(id, result);
    await lab.enter(address.split(':')[0]!, probe(id));
    return eventually(async () => table(await lab.values(address)), expected);
  },
});

export const notAvailable = () => excelError({ fault: 'na', message: 'A message of the check.' });

const sheetName = 'Spillway check';

/** Those that a check added, known by what their first cell says: one that a closed window left is found by it, and removed. */
export async function marked(context: Excel.RequestContext, first: string): Promise<Excel.Worksheet[]> {
  const { worksheets } = context.workbook;
  worksheets.load('items/name');
  await context.sync();
  const firsts = worksheets.items.map((sheet) => {
    const cell = sheet.getRange('A1');
    cell.load('values');
    return { sheet, cell };
  });
  await context.sync();
  return firsts.filter(({ cell }) => cell.values[0]?.[0] === first).map(({ sheet }) => sheet);
}

/** In place of those that an earlier check left. */
export const openSheet = (first: string): Promise<string> =>
  Excel.run(async (context) => {
    for (const left of await marked(context, first)) left.delete();
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    await context.sync();
    const sheet = worksheets.add(
      freeName(
        sheetName,
        worksheets.items.map(({ name }) => name),
      ),
    );
    sheet.getRange('A1').values = [[first]];
    sheet.load('name');
    await context.sync();
    return sheet.name;
  });

export const sheetValues = (sheet: string, address: string): Promise<unknown[][]> =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem(sheet).getRange(address);
    range.load('values');
    await context.sync();
    return range.values;
  });
