// The page's first script, kept small: associates the functions with one call, before their code, the storage and the
// pane are loaded.
import { load } from '../excel/lazyCode';
import { functionsAssociated } from '../excel/theRuntime';
import { whenReady } from './startUp';

// Asked for after `associate`: making the elements of scripts takes longer than the rest of this file.
const started = Promise.resolve()
  .then(() => load(() => import(/* webpackChunkName: "formulas" */ './start')))
  .then(({ start }) => start());
const functions = started.then((made) => made.functions);

if (typeof CustomFunctions !== 'undefined')
  CustomFunctions.associate({
    ...whenReady(
      SPILLWAY_FUNCTIONS,
      functions,
      (cells) => void started.then((made) => made.recalculate(cells)),
    ),
  });
functionsAssociated();

if (typeof Office !== 'undefined') {
  void Office.onReady(() => {
    // Absent in hosts without the shared runtime, such as a plain browser.
    const actions = Office.actions as typeof Office.actions | undefined;
    for (const name of ['refreshCells', 'stopRequests'] as const)
      actions?.associate(name, (event: Office.AddinCommands.Event) => {
        started.then(({ command }) => command(name, event)).catch(() => event.completed());
      });
  });
}
