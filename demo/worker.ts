// The service worker of the demo. It takes the place of the server: pages in its folder ask it, and files come from the host
// as they are. It may be ended and started again between any two requests; see demoServer.ts.
import { openDB, type IDBPDatabase } from 'idb';
import product from '../package.json';
import type { KeptState } from '../sandbox/sandboxState';
import { createDemoServer, type KeptSandbox } from './demoServer';

/** The part of a service worker's global scope that is used here; the types of pages and workers exclude each other. */
declare const self: {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, hear: (event: Events[Name]) => void): void;
};

interface Waiting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Events {
  install: Waiting & {
    /** Not in every browser. */
    addRoutes?(rule: {
      condition: { or: { urlPattern: { pathname: string } }[] };
      source: 'network';
    }): Promise<void>;
  };
  activate: Waiting;
  message: Waiting;
  fetch: Event & { readonly request: Request; respondWith(response: Promise<Response>): void };
}

const table = 'state';
/** Folders of one host are separate demos. */
const name = `spillway-demo ${new URL(self.registration.scope).pathname}`;

/** In the browser's database; where it has none, for as long as the worker lives. */
function keptSandbox(): KeptSandbox {
  let memory: KeptState | undefined;
  let opening: Promise<IDBPDatabase | undefined> | undefined;
  const database = () =>
    (opening ??= openDB(name, 1, { upgrade: (db) => void db.createObjectStore(table) }).catch(
      () => undefined,
    ));
  return {
    load: async () => {
      const db = await database();
      return db ? ((await db.get(table, table)) as KeptState | undefined) : memory;
    },
    save: async (state) => {
      memory = state;
      await (await database())?.put(table, state, table);
    },
    alone: (work) => navigator.locks.request(name, work),
  };
}

const { serve, makeData } = createDemoServer({
  base: self.registration.scope,
  kept: keptSandbox(),
  help: product.homepage,
});

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
  // Files need not wait for this thread, which makes the data meanwhile. Nothing with a key is asked for under these names.
  const { pathname } = new URL(self.registration.scope);
  const files = ['*.js', '*.css', '*.html', 'manifest.xml', 'functions.json'].map((name) => ({
    urlPattern: { pathname: pathname + name },
  }));
  event.addRoutes?.({ condition: { or: files }, source: 'network' }).catch(() => undefined);
});
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});
// A page that was reloaded past the worker asks to be served again.
self.addEventListener('message', (event) => event.waitUntil(self.clients.claim()));
let isDataMade = false;
self.addEventListener('fetch', (event) => {
  const response = serve(event.request);
  if (!response) return;
  event.respondWith(response);
  if (isDataMade) return;
  isDataMade = true;
  // What the tour asks for, once its page knows what it first asks, and while it is still starting the spreadsheet.
  void response.then(() => setTimeout(() => makeData(['ruretail', 'stays', 'hkproperty'])));
});
