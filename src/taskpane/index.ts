// The pane's entry: waits until the functions are associated and the page has a moment, so that no formula waits for the interface.
import { functionsAreReady } from '../excel/theRuntime';

/** Milliseconds after which the pane comes, however busy the page is. */
const patience = 700;

/** Not every web view has idle callbacks. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: patience })
      : setTimeout(resolve, 0),
  );

void functionsAreReady().then(async () => {
  const { mountPane } = await import(/* webpackChunkName: "pane" */ './mount');
  await mountPane(idle);
});
