// The ribbon's buttons. Refresh runs when its price is within the ask-me threshold and the daily cap; above them, and where the selected figures come
// from formulas elsewhere, the pane opens and shows the price first. Where there is nothing to do, the pane says so. Excel greys a button out until `completed` is called, so it is called on every path, and early.
import { isStillAsked, refreshRequest, stillThere } from '../../excel/recalculation/refreshRequest';
import type { CellUse, Runtime } from '../../excel/runtime';
import { readArea, contains } from '../../excel/workbook/area';
import { notDueYet } from '../../excel/history/notDue';
import type { FormulaCell, Selection } from '../../excel/workbook/workbook';
import { tokenStatistic } from '../../operations/tokenStatistic';

export { findFormulas } from '../../excel/workbook/findFormulas';
export { readSelection } from '../../excel/workbook/selection';
export { findSources } from '../../excel/workbook/sources';

export interface CommandContext {
  readonly runtime: Runtime;
  readonly selection: () => Promise<Selection | undefined>;
  /** Every cell of the workbook that calls Spillway. */
  readonly formulas: () => Promise<readonly FormulaCell[]>;
  /** The Spillway formulas that figures come from. */
  readonly sources: (address: string) => Promise<readonly FormulaCell[]>;
  readonly showPane: () => Promise<void>;
  readonly recalculate: (cells: readonly string[]) => void;
}

export interface CommandEvent {
  completed(): void;
}

/** The cells inside the selection; inside a spilled result, the cell of its formula. */
function selectedUses({ cells }: Runtime, selection: Selection | undefined): CellUse[] {
  const head = selection && cells.of(selection.cell);
  const areas = (selection?.address ?? '').split(',').flatMap((address) => readArea(address) ?? []);
  const inside = cells.uses().filter(({ cell }) => {
    const area = readArea(cell);
    return area !== undefined && areas.some((outer) => contains(outer, area));
  });
  return head && !inside.some(({ cell }) => cell === head.cell) ? [...inside, head] : inside;
}

/** Opens the pane with a sentence in place of a price. */
function say({ showPane }: CommandContext, note: string): Promise<void> {
  refreshRequest.put({ requests: [], cells: [], credits: 0, note });
  return showPane();
}

interface Found {
  readonly uses: readonly CellUse[];
  /** Where the selected figures come from, or why there is nothing to refresh. */
  readonly note?: string;
}

/** What is selected, or else the formulas that the selected figures come from. */
async function wantedUses({ runtime, selection, formulas, sources }: CommandContext): Promise<Found> {
  const selected = await selection();
  const noted = selectedUses(runtime, selected);
  const uses = noted.length > 0 ? stillThere(noted, await formulas()) : [];
  if (uses.length > 0) return { uses };
  if (!selected)
    return { uses, note: 'Select cells that show data from Spillway, then select Refresh again.' };
  const { address } = selected;
  const found = await sources(address);
  if (found.length === 0) return { uses, note: `Nothing to refresh: ${address} uses no Spillway formula.` };
  const known = found.flatMap(({ cell }) => runtime.cells.of(cell) ?? []);
  const from = `The figures in ${address} come from ${found.map(({ cell }) => cell).join(', ')}.`;
  // Before Excel has called a formula, only the pane can work out what it asks for.
  return known.length === found.length
    ? { uses: known, note: from }
    : { uses: [], note: `${from} To refresh them, select Show price below.` };
}

export async function refreshSelection(context: CommandContext): Promise<void> {
  const { runtime } = context;
  const isStopped = runtime.engine.watchStops();
  const { uses, note } = await wantedUses(context);
  const usage = uses.filter((use) => use.function === tokenStatistic.function).map(({ cell }) => cell);
  if (usage.length > 0) {
    await runtime.engine.usage(true).catch(() => undefined);
    context.recalculate(usage);
  }
  const requests = runtime.engine.distinct(uses.flatMap((use) => use.requests));
  if (requests.length === 0)
    return usage.length > 0
      ? undefined
      : say(context, note ?? 'Nothing to refresh: the selected formulas have not asked for anything.');
  const cells = uses.filter((use) => use.requests.length > 0).map(({ cell }) => cell);
  const { credits } = await runtime.engine.quote(requests, true);
  const early = await notDueYet(runtime.engine, requests, Date.now());
  if (isStopped()) return;
  // A formula that was edited meanwhile asks for something else, at another price.
  if (!isStillAsked({ cells, requests }, runtime)) return refreshSelection(context);
  const { askAbove, dailyCap = Infinity } = runtime.settings.current();
  const isAbove = credits > askAbove || runtime.engine.state().spentToday + credits > dailyCap;
  // Above a limit, from elsewhere, or where the source has nothing new yet, a person sees it first.
  if (isAbove || early !== undefined || note !== undefined) {
    const about = [note, early].filter((each) => each !== undefined).join(' ');
    refreshRequest.put({ requests, cells, credits, note: about === '' ? undefined : about });
    return context.showPane();
  }
  // The button does not wait for the outcome. What is queued, here or elsewhere, may reach the cap before.
  void runtime.engine.refresh(requests, cells, isStopped, true).then(
    (report) => {
      // Cells that keep what they show do not tell that they could not be refreshed.
      if (report.failed === 0 || isStopped()) return undefined;
      refreshRequest.put({ requests: [], cells, credits: 0, report });
      return context.showPane();
    },
    () => (isStopped() ? undefined : context.showPane()),
  );
}

export async function stopAll(context: CommandContext): Promise<void> {
  const { runtime } = context;
  const { engine } = runtime;
  const { queue, held } = engine.state();
  const isHandedOver = held.some(({ id }) => id === 'handed_over');
  const isBusy = queue.length > 0 || held.length > 0;
  engine.stop();
  if (isBusy && !isHandedOver) return;
  // What the gateway finishes may be for cells that are gone by now, or that another window shows.
  const stopping = (async () => (await runtime.watches()).stopHandedOver())();
  const stopped = await (isHandedOver ? stopping : stopping.catch(() => 0));
  if (stopped === 0 && !isBusy) return say(context, 'Nothing is running or waiting now.');
}

export type Commands = Readonly<Record<'refreshCells' | 'stopRequests', (event: CommandEvent) => void>>;

/** As the manifest names them. office.js looks for a name on `window` first: `stop` would be the browser's own. */
export function createCommands(context: CommandContext): Commands {
  const command = (run: (context: CommandContext) => Promise<void> | void) => (event: CommandEvent) => {
    void Promise.resolve(context)
      .then(run)
      .catch(() => context.showPane())
      .catch(() => undefined)
      .finally(() => event.completed());
  };
  return { refreshCells: command(refreshSelection), stopRequests: command(stopAll) };
}
