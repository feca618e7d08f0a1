// The pane's entry: waits until the functions are associated, so that no formula waits for the interface.
import { functionsAreReady } from '../excel/theRuntime';

void functionsAreReady().then(async () => {
  const { mountPane } = await import(/* webpackChunkName: "pane" */ './mount');
  await mountPane();
});
