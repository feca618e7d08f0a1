// The page's first script: associates the functions with one call, before storage is read and the pane is loaded.
import { excelHost } from '../excel/host';
import { load } from '../excel/lateCode';
import { recalculateCells, startRecalculation, type Recalculation } from '../excel/recalculation';
import { functionsAssociated, theRuntime } from '../excel/theRuntime';
import { readSelection } from '../excel/workbook/selection';
import { functionNames } from '../operations/functionNames';
import { createCommands } from './commands';
import { whenReady } from './startUp';

let recalculation: Recalculation | undefined;
const recalculate = (cells: Iterable<string>) => recalculation?.request(cells);

const code = load(() => import(/* webpackChunkName: "cells" */ './createFunctions'));
const functions = Promise.all([theRuntime(), code]).then(([runtime, { createFunctions }]) => {
  recalculation = startRecalculation(runtime, (cells) => recalculateCells(cells, excelHost));
  return createFunctions(runtime, excelHost, { recalculate });
});

if (typeof CustomFunctions !== 'undefined')
  CustomFunctions.associate({ ...whenReady(functionNames, functions, recalculate) });
functionsAssociated();

const commands = createCommands({
  runtime: theRuntime,
  // Nothing is selected while a chart or a shape is.
  selection: () => readSelection().catch(() => undefined),
  showPane: () => Office.addin.showAsTaskpane(),
  recalculate,
});
if (typeof Office !== 'undefined') {
  void Office.onReady(() => {
    // Absent in hosts without the shared runtime, such as a plain browser.
    const actions = Office.actions as typeof Office.actions | undefined;
    if (actions) for (const [name, command] of Object.entries(commands)) actions.associate(name, command);
  });
}
