// What Spillway relies on in Excel, tried in the Excel at hand, free, on a sheet that is removed afterwards. Each line says what is
// expected and what was seen, so that somebody with an Excel that differs can send the result; conformance/ keeps such results, and the
// simulated Excel has to reproduce them.
import { callChecks, recalculationChecks } from './callChecks';
import { openSheet, sheetValues, type Lab } from './lab';
import { apiSetChecks, storageChecks, workbookChecks } from './platformChecks';
import { useProbe, type ProbeCall } from './probe';
import { reopenedChecks } from './reopening';

export interface CheckLine {
  readonly id: string;
  /** Missing where Excel is free to differ, such as a time or a separator. */
  readonly expected?: string;
  readonly seen: string;
}

export const isAsExpected = ({ expected, seen }: CheckLine): boolean =>
  expected === undefined || expected === seen;

const mark = 'This sheet belongs to a check of Excel by Spillway. It is removed when the check ends.';

const words = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return `failed: ${String(code ?? message ?? error)}`;
};

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
    values: (address) => sheetValues(sheet, address),
  };
  try {
    const lines: CheckLine[] = [];
    const all = [
      ...apiSetChecks,
      ...callChecks,
      ...recalculationChecks,
      ...workbookChecks,
      ...storageChecks,
      ...(await reopenedChecks()),
    ];
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
