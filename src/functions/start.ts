// The implementations behind the associated names: functions and ribbon commands over the one runtime of the page.
import { excelHost } from '../excel/host';
import { recalculateCells, startRecalculation } from '../excel/recalculation/recalculation';
import { theRuntime } from '../excel/theRuntime';
import { followCellLanguage } from '../excel/user/cellLanguage';
import { load } from '../excel/lazyCode';
import type { CommandEvent, Commands } from './calls/commands';
import { createFunctions, type Functions } from './createFunctions';

export interface Started {
  readonly functions: Functions;
  /** Rejects when the code of the ribbon's buttons cannot be loaded. */
  readonly command: (name: keyof Commands, event: CommandEvent) => Promise<void>;
  readonly recalculate: (cells: Iterable<string>) => void;
}

export async function start(): Promise<Started> {
  const runtime = await theRuntime();
  if (typeof Office !== 'undefined')
    await followCellLanguage(runtime.settings, Office.context.displayLanguage);
  const { request: recalculate, called } = startRecalculation(runtime, (cells) =>
    recalculateCells(cells, excelHost),
  );
  const command: Started['command'] = async (name, event) => {
    const { createCommands, findFormulas, findSources, readSelection } = await load(
      () => import(/* webpackChunkName: "later" */ './calls/commands'),
    );
    const commands = createCommands({
      runtime,
      // Nothing is selected while a chart or a shape is.
      selection: () => readSelection().catch(() => undefined),
      formulas: () => findFormulas('workbook'),
      sources: findSources,
      showPane: () => Office.addin.showAsTaskpane(),
      recalculate,
    });
    commands[name](event);
  };
  const formulaAt = async (cell: string) => {
    const code = await load(() => import(/* webpackChunkName: "history" */ '../excel/workbook/formulaAt'));
    return code.formulaAt(cell);
  };
  return {
    functions: createFunctions(runtime, excelHost, { recalculate, called, formulaAt }),
    command,
    recalculate,
  };
}
