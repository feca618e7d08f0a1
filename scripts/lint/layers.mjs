// Which layer may import what, as ARCHITECTURE.md describes it. Oxlint and the test of the import graph both read it.

/**
 * @typedef {object} Layer
 * @property {string[]} layers other layers that it may import
 * @property {string[] | 'any'} packages npm packages (or scopes) that it may import
 * @property {boolean} [node] runs in Node, so it may import Node's own modules
 */

const belowEntries = ['excel', 'engine', 'spill', 'history', 'match', 'operations', 'protocol', 'languages'];

/** @type {Record<string, Layer>} */
export const layers = {
  operations: { layers: ['languages'], packages: ['zod'] },
  protocol: { layers: ['operations'], packages: ['zod'] },
  languages: { layers: [], packages: [] },
  engine: { layers: ['operations', 'protocol'], packages: [] },
  spill: { layers: ['operations', 'languages'], packages: [] },
  history: { layers: ['operations', 'protocol', 'languages'], packages: ['zod'] },
  match: { layers: ['operations', 'languages'], packages: [] },
  templates: { layers: ['operations'], packages: [] },
  excel: {
    layers: ['engine', 'spill', 'history', 'match', 'operations', 'protocol', 'templates', 'languages'],
    packages: ['zod', '@azure/msal-browser'],
  },
  functions: { layers: belowEntries, packages: [] },
  taskpane: {
    layers: [...belowEntries, 'templates'],
    packages: ['react', 'react-dom', '@fluentui'],
  },
  playground: { layers: belowEntries, packages: 'any' },
  gateway: {
    layers: ['engine', 'spill', 'history', 'match', 'operations', 'protocol', 'languages'],
    packages: 'any',
    node: true,
  },
  sandbox: { layers: ['operations'], packages: 'any', node: true },
  demo: { layers: ['sandbox', 'protocol'], packages: 'any' },
};

/**
 * @typedef {object} Room
 * @property {string[]} values other rooms of the layer that it may import
 * @property {string[]} [types] rooms that it may import as types only
 * @property {false} [packages] imports no package at all, whatever its layer may do
 */

/** `remote` is loaded when a request first has to be sent, so what is there from the start may know its types only. */
/** @type {Record<string, Room>} */
const engine = {
  ports: { values: [] },
  request: { values: ['ports'], types: ['remote'] },
  local: { values: ['ports', 'request'], types: ['remote', 'engine'] },
  remote: { values: ['ports', 'request', 'local'], types: ['engine'] },
};

/** The views of the pane do not know each other; only the pane itself imports them. */
const view = { values: ['controls', 'shell', 'formulas', 'text'] };

/** @type {Record<string, Room>} */
const taskpane = {
  text: { values: [], packages: false },
  formulas: { values: ['text'], packages: false },
  shell: { values: ['text'] },
  controls: { values: ['shell', 'formulas', 'text'] },
  start: view,
  builder: view,
  usage: view,
  activity: view,
  settings: view,
  sharing: view,
  key: view,
  history: view,
  match: view,
  watch: view,
};

/**
 * Feeds serve what is already paid for. They may not know anything that leads to the service, so that no mistake in them can send
 * a request.
 *
 * @type {Record<string, Room>}
 */
const gateway = { feed: { values: ['http', 'files'], types: ['people'] } };

/**
 * Folders inside a layer, lowest first. A file beside them goes by its own name, without the extension.
 *
 * @type {Record<string, Record<string, Room>>}
 */
export const rooms = { engine, taskpane, gateway };
