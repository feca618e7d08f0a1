// The one runtime behind functions and pane: engine, settings, key, filter sets and the cells that asked.
// Built once for each page and handed down; nothing else in the product holds state.
import type { AgentChange, AgentsState } from '../engine/remote/client/agents';
import type { SharedClient } from '../engine/remote/client/shared';
import type { TeamMember } from '../engine/remote/client/teamMember';
import type { DataRequest } from '../engine/request/dataRequest';
import type { Engine, IsStopped, TakeOver } from '../engine/engine';
import type { Archive } from '../engine/ports/archive';
import type { Subscribable } from '../engine/ports/listeners';
import type { HistoryReader, HistorySize, HistoryStore, ItemFilter } from '../history/store';
import type { Decision } from '../match/decision';
import type { OperationId } from '../operations';
import type {
  AlertList,
  NewWatch,
  WatchedProduct,
  ShownAlert,
  ShownWatch,
  WatchAddresses,
  WatchChange,
  WatchedRequest,
  WatchList,
  WatchPrice,
} from '../protocol/watches';
import type { Settings } from '../engine/request/settings';

export interface SettingsStore {
  current(): Settings;
  update(change: Partial<Settings>): Promise<void>;
  reset(): Promise<void>;
  subscribe(listener: () => void): () => void;
  /** Which store holds them here, for diagnostics. */
  readonly where: 'roaming' | 'office' | 'local' | 'memory';
}

/**
 * Why a saved key is not there: the store of texts does not respond; what the key is locked with is blocked, or gone; or it
 * could not be stored in the first place.
 */
export type KeyProblem = 'unread' | 'locked' | 'lost' | 'unkept';

export interface KeyVault {
  /** Masked for display (`••••••3f9a`); undefined while no key is saved. */
  masked(): string | undefined;
  read(): Promise<string | undefined>;
  /** Undefined if there is a key, or none was ever saved. */
  problem(): KeyProblem | undefined;
  save(key: string): Promise<void>;
  remove(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

export interface MicrosoftAccount {
  /** As the token says; undefined until there is one. */
  readonly name: string | undefined;
  /** Why there is no token now, as a sentence. */
  readonly fault: string | undefined;
}

/** Sign-in with the account of Excel, for gateways that accept it. */
export interface MicrosoftSignIn {
  /** Undefined if nobody is signed in with Microsoft. */
  account(): MicrosoftAccount | undefined;
  /** Office may open its windows. Rejects with a SignInFault. */
  signIn(): Promise<void>;
  signOut(): Promise<void>;
  /** Notified of sign-in and sign-out. */
  subscribe(listener: () => void): () => void;
  /** Notified of every change to `account`. */
  readonly changes: Subscribable;
}

/** A named set of stays parameters; kept in the workbook, or in the user's own library. */
export interface FilterSet {
  readonly name: string;
  /** Parameter names and values as the request schema takes them. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly changedAt: number;
}

export interface FilterSets {
  list(): readonly FilterSet[];
  /** Names are matched without regard to case. */
  get(name: string): FilterSet | undefined;
  save(set: FilterSet): Promise<void>;
  remove(name: string): Promise<void>;
  subscribe(listener: () => void): () => void;
  /** Undefined once they were read. Until then a name may mean another set, or none; rejects if Excel does not respond. */
  opened(): Promise<void> | undefined;
}

/** Which offers are one's own products, as decided in this workbook. */
export interface Matches {
  list(): readonly Decision[];
  of(operation: OperationId, item: string): Decision | undefined;
  /** The IDs of the accepted offers; none where no offer is the item; undefined where nothing was decided. */
  readonly acceptedOf: (operation: OperationId, item: string) => ReadonlySet<string> | undefined;
  /** All at once: one change of the workbook, however many they are. */
  decide(decisions: readonly Decision[]): Promise<void>;
  /** Undecided again. */
  forget(decisions: readonly Pick<Decision, 'operation' | 'item'>[]): Promise<void>;
  subscribe(listener: () => void): () => void;
  /** Undefined once they were read. */
  opened(): Promise<void> | undefined;
}

/** What a cell asked for when Excel last called it. */
export interface CellUse {
  readonly cell: string;
  readonly function: string;
  readonly requests: readonly DataRequest[];
  /** Names of the filter sets its options referred to. */
  readonly filterSets: readonly string[];
  /** The conditions that select among its results. */
  readonly where?: readonly string[];
  /** Only the offers that were accepted in Match. */
  readonly matched?: boolean;
  /** Milliseconds, where the formula sets an age. */
  readonly maxAge?: number | undefined;
  /** It shows what is cached, and wants nothing fetched. */
  readonly offline?: boolean;
  /** Each of its calls, where its formula makes several. */
  readonly calls?: readonly CellUse[];
  readonly failed: boolean;
  readonly at: number;
}

export interface CellRegistry {
  note(use: CellUse): void;
  uses(): readonly CellUse[];
  of(cell: string): CellUse | undefined;
  /** These cells no longer hold a Spillway formula. */
  forget(cells: Iterable<string>): void;
  /** Keeps the newest `calls` of a cell, as many as its formula makes; older ones belong to an earlier formula. */
  keepNewest(cell: string, calls: number): void;
  subscribe(listener: () => void): () => void;
}

/** What the gateway keeps for whoever asks. */
export interface GatewayHistoryFacts extends HistorySize {
  /** Whether it is one's own, or that of the whole team. */
  readonly scope: 'team' | 'own';
  readonly mayDelete: boolean;
}

/** All reject where there is no gateway, or it keeps no history. */
export interface RemoteHistory {
  facts(): Promise<GatewayHistoryFacts>;
  /** The ID of the deletion, and when it was on the clock of the gateway. */
  delete(filter: ItemFilter): Promise<{ readonly deletion: string; readonly at: number }>;
  undo(deletion: string): Promise<boolean>;
}

export type FeedTable = 'result' | 'history' | 'changes' | 'matches';

export interface Feed {
  readonly id: string;
  readonly name: string;
  readonly tables: readonly FeedTable[];
  readonly expiresAt: number;
  readonly usedAt?: number | undefined;
  /** Administrators also see those of others. */
  readonly isMine: boolean;
  /** Of the result that it shows, or of the table. */
  readonly request?: string | undefined;
  readonly requests?: readonly string[] | undefined;
}

export interface NewFeed {
  readonly name: string;
  readonly tables: readonly FeedTable[];
  /** All of them where there are none. */
  readonly sources?: readonly OperationId[];
  readonly item?: { readonly id: string; readonly comparable: string };
  /** One for a result, several for a table. */
  readonly requests?: readonly string[];
  readonly days: number;
}

/** All reject where the gateway serves no feeds. */
export interface GatewayFeeds {
  list(): Promise<{ readonly mayShare: boolean; readonly feeds: readonly Feed[] }>;
  /** The code is told this once. */
  make(feed: NewFeed): Promise<{ readonly code: string; readonly feed: Feed }>;
  /** Another result or table at the same address. */
  show(id: string, requests: readonly string[]): Promise<void>;
  revoke(id: string): Promise<void>;
}

export interface DeletedHistory {
  readonly filter: ItemFilter;
  /** The ID of the deletion in this browser. */
  readonly here: string;
  readonly onGateway: 'not asked' | 'failed' | { readonly deletion: string };
}

/** What paid responses said over time. */
export interface History extends Archive {
  /** What is kept here and by the gateway, each observation once. Without the gateway, what is kept here. */
  readonly reader: HistoryReader;
  /** The same for one question, which can tell afterwards whether the gateway's part was missing. */
  readonly reading: () => { readonly reader: HistoryReader; readonly isPartial: () => boolean };
  /** The gateway's part is back. */
  readonly returned: () => void;
  /** What is kept here. */
  readonly local: HistoryStore;
  readonly gateway: RemoteHistory;
  readonly feeds: GatewayFeeds;
  readonly delete: (filter: ItemFilter, onGateway: boolean) => Promise<DeletedHistory>;
  /** What of it is back. */
  readonly undo: (deleted: DeletedHistory) => Promise<'all' | 'part' | 'nothing'>;
  /** The most bytes that are kept here. */
  readonly limit: () => number;
  /** Told of the sources of which something new was kept or deleted, in any window. */
  readonly subscribe: (listener: (operations: ReadonlySet<OperationId>) => void) => () => void;
  /** Forgets what the gateway said: it may know more by now. */
  readonly changed: (operations: Iterable<OperationId>) => void;
}

export interface HandOverOptions extends WatchAddresses {
  readonly nameOf: (requests: number) => string;
  readonly zone: string;
  /** One's own key may be stored until it is done. */
  readonly keepKey: boolean;
  readonly isStopped: IsStopped;
  readonly failed: (error: unknown) => void;
}

/** What a call of a cell asks for, and what it shows of it. */
export type Asking = Pick<CellUse, 'cell' | 'requests' | 'where' | 'matched'>;

/** Requests that the gateway makes on a schedule. All reject where it has no watches. */
export interface GatewayWatches {
  /** `asking`: the cells that ask for it, with what each shows of it. */
  requestOf(request: DataRequest, cell: string, asking?: readonly Asking[]): WatchedRequest;
  /** A `look` keeps watches from ending unseen. */
  list(look: boolean): Promise<WatchList>;
  /** For administrators. */
  others(): Promise<readonly ShownWatch[]>;
  price(
    watch: Pick<NewWatch, 'requests' | 'schedule'>,
  ): Promise<WatchPrice & { readonly next: readonly number[] }>;
  create(watch: NewWatch, agreed: WatchPrice, keepKey: boolean): Promise<Pick<ShownWatch, 'id' | 'blind'>>;
  /** Tells what the workbook has of one's own products. Nobody has looked at the watch for that. */
  own(id: string, products: readonly WatchedProduct[]): Promise<void>;
  /** For `Engine.handOver`. `failed` hears why it was not taken. */
  takeOver(options: HandOverOptions): TakeOver;
  /** Stops everything that was handed over; resolves to how many lists that were. */
  stopHandedOver(): Promise<number>;
  change(id: string, change: WatchChange, agreed?: WatchPrice): Promise<void>;
  run(id: string, agreed: WatchPrice): Promise<void>;
  remove(id: string): Promise<void>;
  alerts(since?: number): Promise<AlertList>;
  /** The person has these before them. */
  seen(alerts: readonly ShownAlert[]): Promise<void>;
  /** Told when the pane has found that something is different. */
  subscribe(listener: () => void): () => void;
  changed(): void;
}

export interface UserStrings {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}

/** What Spillway writes into the workbook. */
export interface Written {
  /** The cells and ranges that are written, with their sheets. */
  readonly areas: readonly string[];
  /**
   * The cells that get formulas. `agreed`: what they ask for was agreed to and is cached, so anything else is held too.
   * `asked`: a person asked for them to be written, and they are calculated like a formula that is typed.
   */
  readonly formulas?: readonly string[];
  readonly kind?: 'agreed' | 'asked';
}

export interface Runtime {
  readonly engine: Engine;
  readonly settings: SettingsStore;
  readonly key: KeyVault;
  readonly microsoft: MicrosoftSignIn;
  /** Who a gateway in team mode says one is, and the day's budgets. */
  member(): Promise<TeamMember>;
  /** The person's agents at the gateway, after a change where one is given. */
  agents(change?: AgentChange): Promise<AgentsState>;
  readonly filterSets: FilterSets;
  readonly library: FilterSets;
  readonly matches: Matches;
  /** What the gateway keeps for everyone who shares a history. */
  shared(): Promise<SharedClient>;
  /** Short texts that follow the user. */
  readonly strings: UserStrings;
  /** What paid responses said over time; its code is loaded with the first call. */
  history(): Promise<History>;
  /** Of the gateway that the add-in was loaded from; its code is loaded with the first call. */
  watches(): Promise<GatewayWatches>;
  readonly cells: CellRegistry;
  /**
   * Runs work that writes into the workbook. What it makes other formulas ask for is held for approval, whatever the limits
   * are: it was not in the price that was shown.
   */
  holdNew<T>(written: Written, work: () => Promise<T>): Promise<T>;
}
