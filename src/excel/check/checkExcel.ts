// What Spillway relies on in Excel, tried in the Excel at hand, free, on a sheet that is removed afterwards. Each line says what is
// expected and what was seen, so that somebody with an Excel that differs can send the result; conformance/ keeps such results, and the
// simulated Excel has to reproduce them.
import { freeName } from '../workbook/newSheet';
import { checks, eventually, notAvailable, probe, table, type Check, type Lab } from './checks';
import { callsSinceOpened, reopened, useProbe, type ProbeCall } from './probe';

export interface CheckLine {
  readonly id: string;
  /** Missing where Excel is free to differ, such as a time or a separator. */
  readonly expected?: string;
  readonly seen: string;
}

export const isAsExpected = ({ expected, seen }: CheckLine): boolean =>
  expected === undefined || expected === seen;

/** In the first cell of the scratch sheet: one that a closed window left is recognized by it, and removed. */
const mark = 'This sheet belongs to a check of Excel by Spillway. It is removed when the check ends.';
const sheetName = 'Spillway check';
/** The same for the sheet whose formulas wait until the workbook was closed and opened again. */
const waitingMark =
  'Save this workbook, close it and open it again. Then check again in Spillway: this sheet is removed.';
/** Formulas that this window wrote were not reopened yet. */
let isPreparedHere = false;

const words = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return `failed: ${String(code ?? message ?? error)}`;
};

async function marked(context: Excel.RequestContext, first: string): Promise<Excel.Worksheet[]> {
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
const openSheet = (first: string): Promise<string> =>
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

const valuesOf = (sheet: string, address: string): Promise<unknown[][]> =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem(sheet).getRange(address);
    range.load('values');
    await context.sync();
    return range.values;
  });

/** Writes the formulas that wait until the workbook was closed and opened again, and returns the name of their sheet. */
export async function prepareReopening(): Promise<string> {
  const end = useProbe((name) => {
    if (name === reopened.value) return { result: [['kept']] };
    if (name === reopened.error) throw notAvailable();
    return undefined;
  });
  try {
    const sheet = await openSheet(waitingMark);
    isPreparedHere = true;
    await Excel.run(async (context) => {
      const cells = context.workbook.worksheets.getItem(sheet).getRange('A3:A4');
      cells.formulas = [[probe(reopened.value)], [probe(reopened.error)]];
      await context.sync();
    });
    await eventually(async () => table(await valuesOf(sheet, 'A3:A4')), 'kept / #N/A');
    return sheet;
  } finally {
    end();
  }
}

/** What Excel did with the formulas that waited; nothing where none did, or where the workbook is still to be reopened. */
async function reopenedChecks(): Promise<Check[]> {
  if (isPreparedHere) return [];
  const left = await Excel.run(async (context) =>
    (await marked(context, waitingMark)).map(({ name }) => name),
  );
  const [sheet] = left;
  if (sheet === undefined) return [];
  const line = (name: string, cell: string, expected: string): Check => ({
    id: `${name} cell`,
    expected,
    run: () => {
      const seen = async () =>
        `${table(await valuesOf(sheet, cell))}, ${callsSinceOpened(name) === 0 ? 'not called' : 'called'}`;
      return eventually(seen, expected);
    },
  });
  return [
    line(reopened.value, 'A3', 'kept, not called'),
    line(reopened.error, 'A4', 'called again, called'),
    {
      id: 'sheet of reopened cells',
      expected: 'removed',
      run: () =>
        Excel.run(async (context) => {
          for (const each of await marked(context, waitingMark)) each.delete();
          await context.sync();
          return 'removed';
        }),
    },
  ];
}

/** Runs every check, one after the other; `progress` hears how many are done. The scratch sheet is removed in any case. */
export async function checkExcel(progress: (done: number, all: number) => void): Promise<CheckLine[]> {
  const results = new Map<string, () => unknown>();
  const heard = new Map<string, ProbeCall[]>();
  const end = useProbe((name, call) => {
    const result = results.get(name);
    if (!result) return undefined;
    heard.set(name, [...(heard.get(name) ?? []), call]);
    return { result: result() };
  });
  const sheet = await openSheet(mark);
  const work: Lab['work'] = (step) =>
    Excel.run(async (context) => {
      const done = await step(context.workbook.worksheets.getItem(sheet), context);
      await context.sync();
      return done;
    });
  const lab: Lab = {
    sheet,
    work,
    calls: (name) => {
      const calls = heard.get(name) ?? [];
      heard.delete(name);
      return calls;
    },
    returns: (name, result) => void results.set(name, result),
    enter: (address, formula) =>
      work((given) => {
        given.getRange(address).formulas = [[formula]];
      }),
    values: (address) => valuesOf(sheet, address),
  };
  try {
    const lines: CheckLine[] = [];
    const all = [...checks, ...(await reopenedChecks())];
    for (const { id, expected, run } of all) {
      progress(lines.length, all.length);
      await work((given) => given.getRange('B2:F1001').clear());
      const seen = await Promise.resolve()
        .then(() => run(lab))
        .catch(words);
      lines.push({ id, ...(expected !== undefined && { expected }), seen });
    }
    return lines;
  } finally {
    end();
    await work((given) => given.delete()).catch(() => undefined);
  }
}
