// What each released version has kept, in the browser and in workbooks, is read by this one: nothing is bought again, and nothing
// that was decided is forgotten. The files in test/fixtures/stores are data and never change.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore } from '../../src/engine/ports/memoryStore';
import type { StoreArea, Store } from '../../src/engine/ports/store';
import { makeDataRequest } from '../../src/engine/request/dataRequest';
import { createDocumentLists, memoryParts } from '../../src/excel/document/documentLists';
import { readKept } from '../../src/excel/freezing/frozenParts';
import { memoryRuntime } from '../../src/excel/memoryRuntime';
import { memoryStrings } from '../../src/excel/stores/stringStore';
import { createOwnTemplates } from '../../src/excel/templates/own/ownTemplates';
import { createMemoryRows } from '../../src/history/rows';
import { listen } from '../../sandbox/listen';

interface Kept {
  readonly store: Readonly<Record<StoreArea, [string, unknown][]>>;
  readonly history: [string, string][];
  readonly strings: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly parts: readonly string[];
}

const folder = join(__dirname, '../fixtures/stores');

/** JSON has no number that is infinite. */
const readKeptBy = (version: string): Kept =>
  JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8'), (_, value: unknown) =>
    typeof value === 'object' && value !== null && '$number' in value ? Number(value.$number) : value,
  ) as Kept;

async function storeOf({ store: kept }: Kept): Promise<Store> {
  const store = createMemoryStore();
  for (const [area, rows] of Object.entries(kept)) await store.put(area as StoreArea, rows);
  return store;
}

async function stringsOf({ strings: kept }: Kept) {
  const strings = memoryStrings();
  for (const [key, text] of Object.entries(kept)) await strings.set(key, text);
  return strings;
}

const versions = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

const iphone = makeDataRequest('ruretail', { query: 'iphone', count: 5 });
const unit = makeDataRequest('hkproperty', { unit: 'MFS-01-12-B' });
const missing = makeDataRequest('hkproperty', { unit: 'NOBODY-99' });
const declined = makeDataRequest('ruretail', { query: 'declined', count: 5 });

/** The version that runs, over what the other one has kept; `parts` replaces some of it. */
async function open(kept: Kept, parts: { readonly store?: Store } = {}) {
  const sandbox = await listen();
  const strings = await stringsOf(kept);
  let secret: CryptoKey | undefined;
  const runtime = await memoryRuntime({
    strings,
    store: parts.store ?? (await storeOf(kept)),
    historyRows: createMemoryRows(new Map(kept.history)),
    workbook: () => 'https://x.test/Book.xlsx',
    documentLists: createDocumentLists(memoryParts()),
    documentSettings: { get: (name) => kept.settings[name] ?? null },
    cryptoKeys: {
      get: () => Promise.resolve(secret),
      set: (key) => Promise.resolve(void (secret = key)),
      remove: () => Promise.resolve(void (secret = undefined)),
    },
  });
  const settings = runtime.settings.current();
  await runtime.settings.update({ baseUrl: sandbox.url });
  await runtime.key.save('sandbox-large');
  const requests = async () => {
    const response = await fetch(`${sandbox.url}/sandbox/counters`);
    return ((await response.json()) as { readonly requests: number }).requests;
  };
  const close = async () => {
    await runtime.engine.close();
    await sandbox.close();
  };
  return { runtime, settings, strings, requests, close };
}

describe.each(versions)('after version %s', (version) => {
  const kept = readKeptBy(version);

  test('nothing is bought again in the same browser, and decisions and failures stand', async () => {
    const { runtime, requests, close } = await open(kept);
    const { engine } = runtime;
    expect(await engine.ask(iphone, { cell: 'S!A1' })).toMatchObject({ from: 'cache', spent: 0 });
    expect((await engine.ask(unit, { cell: 'S!B1' })).records).toHaveLength(1);
    await expect(engine.ask(missing, { cell: 'S!C1' })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(engine.ask(declined, { cell: 'S!D1' })).rejects.toMatchObject({ code: 'rejected' });
    expect(await requests()).toBe(0);
    expect(engine.state().spentToday + (await engine.days()).length).toBeGreaterThan(0);
    expect((await engine.ledger()).map(({ outcome }) => outcome)).toContain('fetched');
    await close();
  });

  test('another machine that opens the workbook asks before it buys', async () => {
    const { runtime, requests, close } = await open(kept, { store: createMemoryStore() });
    for (const request of [iphone, unit])
      await expect(runtime.engine.ask(request, { cell: 'S!A1' })).rejects.toMatchObject({
        code: 'held',
        facts: { held: 'bought_elsewhere' },
      });
    expect(await requests()).toBe(0);
    await close();
  });

  test('a response that left the cache is held, not bought', async () => {
    const store = await storeOf(kept);
    for (const area of ['answers', 'index'] as const) await store.clear(area);
    const { runtime, requests, close } = await open({ ...kept, settings: {} }, { store });
    await expect(runtime.engine.ask(iphone, { cell: 'S!A1' })).rejects.toMatchObject({
      code: 'held',
      facts: { held: 'no_longer_kept' },
    });
    expect(await requests()).toBe(0);
    await close();
  });

  test('settings, filter sets, templates, frozen formulas and history are there', async () => {
    const { runtime, settings, strings, close } = await open(kept);
    expect(settings).toMatchObject({ dailyCap: 500, askAbove: 40 });
    expect(runtime.filterSets.get('family')?.params).toEqual({ adults: 2, children_ages: [5, 7] });
    expect(runtime.library.list().map(({ name }) => name)).toEqual(['Business']);
    const own = await createOwnTemplates(strings, undefined, () => 'new').list();
    expect(own.map(({ template }) => template.title)).toEqual(['My board']);
    expect(
      kept.parts
        .map((xml) => readKept(xml))
        .flatMap((part) => (typeof part === 'object' ? part.formulas : [])),
    ).toMatchObject([{ cell: 'B2', formula: '=RURETAIL.SEARCH("iphone",5)' }]);
    const { reader } = await runtime.history();
    expect((await reader.items({})).length).toBeGreaterThan(0);
    await close();
  });
});
