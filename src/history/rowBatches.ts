// Works through many rows of the history a few at a time, each in a change of its own, so that nobody waits long for their turn.
import { RowDraft } from './rowDraft';
import { endOf } from './rowKeys';
import type { Rows } from './rows';

const batch = 25;

const keysFrom = (rows: Rows, prefix: string, after: string): Promise<string[]> =>
  rows.read(async (view) =>
    (await view.range(after === '' ? prefix : `${after}\0`, endOf(prefix), batch)).map(([key]) => key),
  );

export const changeRows = (rows: Rows, work: (draft: RowDraft) => Promise<void>): Promise<void> =>
  rows.change(async (view) => {
    const draft = new RowDraft(view);
    await work(draft);
    return draft.writes();
  });

/** All rows with a prefix, a batch in each change. */
export async function inBatches(
  rows: Rows,
  prefix: string,
  work: (draft: RowDraft, found: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let after = ''; ;) {
    const found = await keysFrom(rows, prefix, after);
    if (found.length === 0) return;
    await changeRows(rows, (draft) => work(draft, found));
    after = found.at(-1)!;
  }
}
