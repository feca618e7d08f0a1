// The ribbon's buttons. Refresh runs when its price is within the ask-me threshold; above it the pane opens and shows
// the price first. Excel greys a button out until `completed` is called, so it is called on every path, and early.
import { distinctRequests } from '../../engine/request/distinctRequests';
import { refreshRequest } from '../../excel/recalculation/refreshRequest';
import type { CellUse, Runtime } from '../../excel/runtime';
import { readArea } from '../../excel/workbook/area';
import { contains } from '../../excel/workbook/contains';
import { notDueYet } from '../../excel/history/notDue';
import type { Selection } from '../../excel/workbook/workbook';
import { tokenStatistic } from '../../operations/tokenStatistic';

export { readSelection } from '../../excel/workbook/selection';

export interface CommandContext {
  readonly runtime: Runtime;
  readonly selection: () => Promise<Selection | undefined>;
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

export async function refreshSelection(context: CommandContext): Promise<void> {
  const { runtime } = context;
  const isStopped = runtime.engine.watchStops();
  const uses = selectedUses(runtime, await context.selection());
  const usage = uses.filter((use) => use.function === tokenStatistic.function).map(({ cell }) => cell);
  if (usage.length > 0) {
    await runtime.engine.usage(true).catch(() => undefined);
    context.recalculate(usage);
  }
  const requests = distinctRequests(uses.flatMap((use) => use.requests));
  // Nothing of ours is selected: the pane can refresh the sheet or the workbook.
  if (requests.length === 0) return usage.length > 0 ? undefined : context.showPane();
  const cells = uses.filter((use) => use.requests.length > 0).map(({ cell }) => cell);
  const { credits } = await runtime.engine.quote(requests, true);
  const note = await notDueYet(runtime.engine, requests, Date.now());
  if (isStopped()) return;
  // Above the limit, or where the source has nothing new yet, a person sees it first.
  if (credits > runtime.settings.current().askAbove || note !== undefined) {
    refreshRequest.put({ requests, cells, credits, note });
    return context.showPane();
  }
  // The cells receive the outcome; the button does not wait for it.
  runtime.engine.refresh(requests, cells, isStopped).catch(() => undefined);
}

export function stopAll({ runtime }: CommandContext): void {
  runtime.engine.stop();
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
