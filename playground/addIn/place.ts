// Where the add-in that this page runs is served from, relative to the page, and whether a worker takes the place of its server.
// Both are told by playground.html, so that the same build runs below a gateway and in the demo's folder.
const content = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** The address of a file of the add-in, or of a path of its server. */
export const addInAddress = (path: string): string =>
  new URL(path, new URL(content('spillway-addin'), document.baseURI)).href;

/** Starts the worker and waits until it serves this page. Without one there is a server, and nothing to wait for. */
export async function startWorker(): Promise<void> {
  const worker = content('spillway-worker');
  if (worker === '') return;
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (location.protocol !== 'https:')
    throw new Error(
      'office.js works over https only, even on this computer. Use an address that starts with https.',
    );
  if (!workers)
    throw new Error(
      'it needs a service worker, which this browser does not allow here. Use an ordinary window.',
    );
  await workers.register(new URL(worker, document.baseURI));
  const { active } = await workers.ready;
  if (workers.controller) return;
  const served = new Promise((resolve) =>
    workers.addEventListener('controllerchange', resolve, { once: true }),
  );
  // It claims its pages when it starts; a page that was reloaded past it has to ask.
  active?.postMessage('claim');
  await served;
}
