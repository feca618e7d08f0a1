// What stands in a cell, for functions that refer to the formula there rather than to its value. Questions of one moment share a trip.
import { sameCell, rangeAt } from './area';

/** Milliseconds: an Excel that does not respond until the function has returned must not wait for it forever. */
const timeout = 5_000;

let due: Map<string, ((formula: string | undefined) => void)[]> | undefined;

async function read(wanted: ReadonlyMap<string, ((formula: string | undefined) => void)[]>): Promise<void> {
  const told = new Map<string, string>();
  try {
    await Excel.run(async (context) => {
      const ranges = [...wanted.keys()].map((cell) => {
        const range = rangeAt(context, cell);
        return { cell, range, head: range.getSpillParentOrNullObject() };
      });
      for (const { range, head } of ranges) {
        range.load(['address', 'formulas', 'values']);
        head.load('address');
      }
      await context.sync();
      for (const { cell, range, head } of ranges) {
        const formula: unknown = (range.formulas as unknown[][])[0]?.[0];
        // A text that reads like a formula is its own value; a cell of a result repeats the formula of its head in some hosts.
        const isText = formula === (range.values as unknown[][])[0]?.[0];
        const isOfOther = !head.isNullObject && !sameCell(head.address, range.address);
        told.set(cell, typeof formula === 'string' && !isText && !isOfOther ? formula : '');
      }
    });
  } catch {
    // Excel is busy, for example with an edit: nobody knows.
  }
  for (const [cell, tell] of wanted) for (const one of tell) one(told.get(cell));
}

/** Empty for anything but a formula; undefined where Excel does not say. */
export function formulaAt(cell: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeout, undefined);
    const tell = (formula: string | undefined) => {
      clearTimeout(timer);
      resolve(formula);
    };
    if (!due) {
      const wanted = (due = new Map());
      queueMicrotask(() => {
        due = undefined;
        void read(wanted);
      });
    }
    due.set(cell, [...(due.get(cell) ?? []), tell]);
  });
}
