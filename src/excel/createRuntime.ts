// Builds the one runtime of the page from what the host has: network, clock, stores, locks. The only place that reads
// the ambient ones; each can be replaced, which tests do.
import { accessWith, type Credential } from '../engine/request/credential';
import type { Clock } from '../engine/ports/clock';
import type { Notice } from '../engine/ports/guardedStore';
import { createEngine, type EngineParts } from '../engine/createEngine';
import { createMemoryStore } from '../engine/ports/memoryStore';
import type { Demand } from '../engine/engine';
import { leastCache } from '../engine/local/localEngine';
import type { Store } from '../engine/ports/store';
import type { Rows } from '../history/rows';
import { infoPath, readGatewayInfo } from '../protocol/gateway';
import { createChangeBroadcast, type ChangeBroadcast } from './user/changeBroadcast';
import { createCellRegistry } from './recalculation/cellRegistry';
import type { DocumentLists } from './document/documentLists';
import {
  type DocumentSettings,
  documentLists,
  documentSettings,
  officeDocument,
} from './document/theDocument';
import { libraryFilterSets, workbookFilterSets, workbookMatches } from './workbook/filterSets';
import { createOwnWrites, type WrittenBook, excelBook } from './recalculation/ownWrites';
import { createKeyVault } from './user/keyVault';
import { load } from './lazyCode';
import type { CellRegistry, CellUse, Runtime, KeyVault } from './runtime';
import { createSettingsStore } from './user/settingsStore';
import type { AskOffice } from './user/signIn/officeToken';
import { createCryptoKeyStore, type CryptoKeyStore } from './stores/cryptoKeyStore';
import { hostStrings, stringsWithTimeout, type StringStore } from './stores/stringStore';
import { createIndexedDbStore } from './stores/indexedDbStore';
import { browserChannel, browserClock, browserLocks, gatewayAddress } from './stores/browserPorts';
import { createListeners, together } from '../engine/ports/listeners';
import { chosen, entry } from './user/signIn/signInChoice';
import type { MicrosoftCredential, MicrosoftSignInParts } from './user/signIn/microsoftSignIn';

async function lazyMicrosoft(parts: MicrosoftSignInParts): Promise<MicrosoftCredential> {
  const listeners = createListeners();
  const watchers = createListeners();
  let opened: MicrosoftCredential | undefined;

  const open = async (): Promise<MicrosoftCredential> => {
    const code = () => import(/* webpackChunkName: "later" */ './user/signIn/microsoftSignIn');
    const signIn = await (await load(code)).createMicrosoftSignIn(parts);
    if (opened) return opened;
    signIn.subscribe(listeners.notify);
    signIn.changes.subscribe(watchers.notify);
    return (opened = signIn);
  };
  const look = async () => {
    if (opened || (await parts.strings.get(entry).catch(() => undefined)) !== chosen) return;
    await open().then(
      () => {
        listeners.notify();
        watchers.notify();
      },
      () => undefined,
    );
  };
  parts.broadcast.subscribe('signIn', () => void look());
  await look();

  return {
    account: () => opened?.account(),
    source: () => opened?.source(),
    signIn: async () => (await open()).signIn(),
    signOut: async () => opened?.signOut(),
    subscribe: listeners.subscribe,
    changes: watchers,
  };
}

// The credential for requests: a saved key or access code, or else a Microsoft sign-in.

/** The vault as everyone sees it: a sign-in counts as a key that cannot be read. */
function withMicrosoft(vault: KeyVault, microsoft: MicrosoftCredential): KeyVault {
  return {
    ...vault,
    masked: () => vault.masked() ?? (microsoft.account() ? '••••••' : undefined),
    problem: () => (microsoft.account() ? undefined : vault.problem()),
    ...together(vault, microsoft),
  };
}

/** A saved key comes first; signing in with Microsoft is offered if none is saved. */
const credentialOf = async (
  vault: KeyVault,
  microsoft: MicrosoftCredential,
): Promise<Credential | undefined> => (await vault.read()) ?? microsoft.source();

interface Page {
  addEventListener(type: 'pagehide', listener: () => void): void;
  readonly document: Pick<Document, 'visibilityState'> & {
    addEventListener(type: 'visibilitychange', listener: () => void): void;
  };
}

export interface RuntimeParts extends Partial<
  Omit<EngineParts, 'settings' | 'key' | 'cellsOf' | 'notices' | 'archive' | 'reasonToHold'>
> {
  readonly cells?: CellRegistry;
  readonly strings?: StringStore;
  readonly broadcast?: ChangeBroadcast;
  readonly cryptoKeys?: CryptoKeyStore;
  readonly askOffice?: AskOffice;
  /** How Excel tells of formulas and calculations. */
  readonly book?: WrittenBook;
  readonly documentLists?: DocumentLists;
  readonly documentSettings?: DocumentSettings;
  readonly historyRows?: Rows;
  /** What tells that the page is hidden or goes. */
  readonly page?: Page;
}

/** Where storage is blocked, some browsers throw at the name itself; the store then says so when it is used. */
function hasIndexedDb(): boolean {
  try {
    return typeof indexedDB !== 'undefined';
  } catch {
    return true;
  }
}

const localStore = (): Store => (hasIndexedDb() ? createIndexedDbStore() : createMemoryStore());

/** A tenth of what the browser grants, within bounds: a cache that is too small makes people buy twice. */
function grantedBytes(): () => number {
  let bytes = leastCache;
  const { navigator } = globalThis as { readonly navigator?: Partial<Navigator> };
  void navigator?.storage?.estimate?.().then(
    ({ quota = 0 }) => (bytes = Math.min(1_000_000_000, Math.max(leastCache, quota / 10))),
    () => undefined,
  );
  return () => bytes;
}

/** The same after the workbook was closed and opened again; empty until it is saved. */
const workbookName = (): string => officeDocument()?.url ?? '';

/** What each call of a formula wants. */
const demandsOf = (use: CellUse): Demand[] =>
  (use.calls ?? [use]).map(({ requests, maxAge, offline }) => ({
    cell: use.cell,
    requests: offline ? [] : requests,
    maxAge,
  }));

/** The code that sends, and with it the workbook's list of purchases, which nothing else needs. */
const remoteCode =
  (lists: DocumentLists, settings: DocumentSettings, clock: Clock): EngineParts['remote'] =>
  async () => {
    const [{ createRemoteEngine }, { boughtBefore }] = await load(() =>
      Promise.all([
        import(/* webpackChunkName: "remote" */ '../engine/remote/remoteEngine'),
        import(/* webpackChunkName: "remote" */ './workbook/boughtBefore'),
      ]),
    );
    const purchases = boughtBefore({ lists, settings, hash: globalThis.crypto, clock });
    return { createRemoteEngine: (local, parts) => createRemoteEngine(local, { purchases, ...parts }) };
  };

/** Opened with the first call; one that fails is tried again with the next. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined;
  return () =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
}

/** Hidden is the last that a page hears for certain before it goes. */
function onPageLeft(page = globalThis as Partial<Page>, left: () => void): void {
  page.addEventListener?.('pagehide', left);
  page.document?.addEventListener('visibilitychange', () => {
    if (page.document?.visibilityState === 'hidden') left();
  });
}

const agentsCode = () => import(/* webpackChunkName: "remote" */ '../engine/remote/client/agents');
const historyCode = () => import(/* webpackChunkName: "history" */ './history/openHistory');
const sharedCode = () => import(/* webpackChunkName: "remote" */ '../engine/remote/client/shared');
const watchesCode = () => import(/* webpackChunkName: "watch" */ './watch/gatewayWatches');
const memberCode = () => import(/* webpackChunkName: "remote" */ '../engine/remote/client/teamMember');

/** What applies now; the engine exists only after some of it was told. */
function createNotices() {
  const notices = new Set<string>();
  let changed = () => undefined as void;
  const notice: Notice = (text, isOver) => {
    if (notices.has(text) !== (isOver === true)) return;
    if (isOver) notices.delete(text);
    else notices.add(text);
    changed();
  };
  return { notices, notice, onNotice: (listener: () => void) => void (changed = listener) };
}

export async function createRuntime(parts: RuntimeParts = {}): Promise<Runtime> {
  const { cells = createCellRegistry() } = parts;
  const { notices, notice, onNotice } = createNotices();
  const settingsOfDocument = parts.documentSettings ?? documentSettings();
  const lists = parts.documentLists ?? documentLists();
  const broadcast = parts.broadcast ?? createChangeBroadcast();
  const clock = parts.clock ?? browserClock;
  const store = parts.store ?? localStore();
  const locks = parts.locks ?? browserLocks();
  const strings = stringsWithTimeout(parts.strings ?? (await hostStrings(clock, notice)), clock, notice);
  const network = {
    fetch: parts.fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(gatewayAddress(url), init)),
    clock,
    online: parts.online ?? (() => typeof navigator === 'undefined' || navigator.onLine !== false),
  };
  const [settings, vault, microsoft, library] = await Promise.all([
    createSettingsStore({ store: strings, copy: store, broadcast, clock }),
    createKeyVault({
      strings,
      cryptoKeys: parts.cryptoKeys ?? createCryptoKeyStore(),
      crypto: globalThis.crypto,
      clock,
      broadcast,
      notice,
    }),
    lazyMicrosoft({
      ask: parts.askOffice,
      readApp: async () =>
        readGatewayInfo(await (await network.fetch(infoPath, { method: 'GET' })).json()).microsoft,
      clock,
      strings,
      broadcast,
    }),
    libraryFilterSets(strings, locks, broadcast),
  ]);
  const key = withMicrosoft(vault, microsoft);
  const credential = () => credentialOf(vault, microsoft);

  const access = async () => accessWith(await credential(), settings.current().baseUrl);
  const historyParts = { ...network, access, settings, locks, notice, broadcast, rows: parts.historyRows };
  const history = once(async () => (await load(historyCode)).openHistory(historyParts));

  const writes = createOwnWrites(parts.book ?? excelBook);
  const engine = createEngine({
    ...network,
    remote: parts.remote ?? remoteCode(lists, settingsOfDocument, clock),
    random: parts.random ?? Math.random,
    store,
    locks,
    archive: { append: async (response) => (await history()).append(response) },
    channel: parts.channel ?? browserChannel(),
    settings: () => settings.current(),
    key: credential,
    notices: () => [...notices],
    grantedBytes: parts.grantedBytes ?? grantedBytes(),
    demand: () => cells.uses().flatMap(demandsOf),
    workbook: parts.workbook ?? workbookName,
    reasonToHold: writes.reasonToHold,
    ...(parts.purchases && { purchases: parts.purchases }),
    cellsOf: (keys) =>
      cells
        .uses()
        .filter(({ requests }) => requests.some((request) => keys.has(request.key)))
        .map(({ cell }) => cell),
  });
  onPageLeft(parts.page, () => engine.flush());
  onNotice(() => engine.demandChanged());
  cells.subscribe(() => engine.demandChanged());
  const changed = () => void engine.keyChanged();
  for (const store of [settings, key]) store.subscribe(changed);

  return {
    engine,
    settings,
    key,
    microsoft,
    member: async () => (await load(memberCode)).readTeamMember(network, await access()),
    agents: async (change) => (await load(agentsCode)).askAgents(network, await access(), change),
    filterSets: workbookFilterSets(lists, settingsOfDocument),
    library,
    matches: workbookMatches(lists),
    shared: once(async () => (await load(sharedCode)).sharedClient(network, access)),
    strings,
    history,
    watches: once(async () => (await load(watchesCode)).gatewayWatches({ ...network, access, settings })),
    cells: {
      ...cells,
      note: (use) => {
        writes.called(use);
        cells.note(use);
      },
    },
    holdNew: writes.holdNew,
  };
}
