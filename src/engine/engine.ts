// What functions and pane may call on the request engine: cache → gate → schedule → retry → one attempt.
// The promise behind it: a workbook never spends a credit that nobody asked for.
import type { OperationId } from '../operations';
import type { TokenRecord, WindowId } from '../operations/tokenStatistic';
import type { DataResponse } from './request/response';
import type { DataRequest } from './request/dataRequest';
import type { SpillwayError } from './request/errors';
import type { HoldReason } from './request/holdReason';

/** Whether a person has pressed Stop since this was made. */
export type IsStopped = () => boolean;

export interface AskOptions {
  /** The cell that asks, as Excel names it (`Sheet1!B2`). */
  readonly cell?: string | undefined;
  /** Milliseconds; overrides the operation's age limit. An older result is shown while a new one is fetched, unless its price was agreed to. */
  readonly maxAge?: number;
  /** Cache only: a miss is an error, never a request. */
  readonly offline?: boolean;
  /** Part of a range of many items: waits behind interactive requests. */
  readonly bulk?: boolean;
  /** Credits that a person has seen and agreed to for this request: it is not held unless it costs more. */
  readonly agreed?: number;
  /** Aborted when the cell no longer waits. A call that was sent goes on and is cached; a queued one that nobody waits for is dropped. */
  readonly signal?: AbortSignal;
  /** Watches Stop since the request began to be prepared; without it, Stop counts from the ask on. */
  readonly isStopped?: IsStopped | undefined;
}

export interface Quote {
  readonly requests: number;
  /** Distinct requests that the cache serves. */
  readonly cached: number;
  readonly toFetch: number;
  readonly credits: number;
  /** When the oldest cached response among them was fetched. */
  readonly oldest?: number;
}

/** What living cells want at this moment and wait for approval of; one for each reason, which is its id. */
export interface HeldBurst {
  readonly id: HoldReason;
  readonly since: number;
  readonly reason: HoldReason;
  readonly requests: readonly DataRequest[];
  readonly cells: readonly string[];
  readonly cached: number;
  readonly credits: number;
}

export interface Approval {
  /** False: it costs more by now than was shown, so nothing was sent. */
  readonly ran: boolean;
  readonly credits: number;
}

/** What a call in a cell asked for when Excel last made it; a formula may make several. */
export interface Demand {
  readonly cell: string;
  readonly requests: readonly DataRequest[];
  /** Milliseconds, where the call sets an age itself. */
  readonly maxAge?: number | undefined;
}

export interface QueueItem {
  readonly request: DataRequest;
  readonly cells: readonly string[];
  readonly state: 'queued' | 'running';
  readonly since: number;
  readonly credits: number;
}

export interface WindowState {
  readonly id: WindowId;
  readonly limit: number;
  readonly used: number;
  readonly resetsAt: number | undefined;
}

export interface LedgerEntry {
  readonly id: number;
  readonly at: number;
  readonly operation: OperationId;
  readonly cells: readonly string[];
  readonly params: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly outcome: 'fetched' | 'cached' | 'shared' | 'held' | 'rejected' | SpillwayError['code'];
  readonly spent: number;
  readonly saved: number;
  readonly results: number;
  readonly milliseconds: number;
  /** Credits that a failed request may have cost. */
  readonly maybe?: number;
  /** What the response shows beside its results: filters that the service ignored. */
  readonly note?: string;
}

export interface DayTotal {
  /** Local date, yyyy-mm-dd. */
  readonly day: string;
  readonly operation: OperationId;
  readonly spent: number;
  readonly saved: number;
  readonly requests: number;
  readonly hits: number;
}

/** A snapshot; a new object whenever something changed. */
export interface EngineState {
  readonly queue: readonly QueueItem[];
  readonly held: readonly HeldBurst[];
  readonly paused: boolean;
  /** Of the current burst: for progress. */
  readonly done: number;
  readonly total: number;
  /** When the queue will be empty, as far as the rate windows tell. */
  readonly eta: number | undefined;
  readonly windows: readonly WindowState[];
  readonly circuitOpenUntil: number | undefined;
  readonly spentToday: number;
  readonly savedToday: number;
  readonly cache: { readonly entries: number; readonly bytes: number; readonly limit: number };
  /** Shown once, in the user's words: storage is full or blocked, the cache is in memory only … */
  readonly notices: readonly string[];
}

export type EngineEvent =
  | { readonly type: 'state' }
  /** New responses (or failures) for earlier requests of these cells, which should be recalculated. */
  | { readonly type: 'renewed'; readonly keys: readonly string[]; readonly cells: readonly string[] }
  | { readonly type: 'ledger' };

/** A request that another finishes. `maxAge`: the oldest response that will do, in milliseconds; undefined: any. */
export interface HandedRequest {
  readonly request: DataRequest;
  readonly cells: readonly string[];
  readonly maxAge: number | undefined;
}

/** Takes requests over for at most these credits. `unknown`: it may have. */
export type TakeOver = (
  requests: readonly HandedRequest[],
  credits: number,
) => Promise<'taken' | 'refused' | 'unknown'>;

export interface HandedOver {
  /** `dearer`: it costs more by now than was shown. What was refused is waiting as before; what was stopped is stopped. */
  readonly outcome: 'taken' | 'refused' | 'unknown' | 'stopped' | 'dearer';
  readonly requests: number;
  readonly credits: number;
}

export interface RefreshReport {
  readonly fetched: number;
  readonly failed: number;
  /** The gateway finishes them. */
  readonly handedOver?: number;
  readonly spent: number;
}

export interface Engine {
  ask(request: DataRequest, options?: AskOptions): Promise<DataResponse>;
  /** A result that is in memory and may be shown at once; counts as saved. Undefined: use `ask`. */
  peek(request: DataRequest, options?: AskOptions): DataResponse | undefined;
  /** The calls that would be made for these: one for all counts of a request, or one for each count where the user wants it so. */
  distinct(requests: readonly DataRequest[]): DataRequest[];
  quote(requests: readonly DataRequest[], refresh?: boolean): Promise<Quote>;
  /** Before a price is offered: fetches what the gateway keeps of these and is not in this cache. Free. */
  collect(requests: readonly DataRequest[]): Promise<void>;
  /** Those of which the gateway keeps a newer response than is shown here, or any where nothing is. Free. */
  newer(requests: readonly DataRequest[]): Promise<readonly DataRequest[]>;
  /** Takes the gateway's newer responses into the cache. Free. Resolves to those that are shown from now on. */
  takeNewer(requests: readonly DataRequest[]): Promise<readonly DataRequest[]>;
  /**
   * For a person who has seen the price: fetches again, and shows the old result until then. `isUnseen`: the price was
   * not shown, so what would exceed the daily cap is held.
   */
  refresh(
    requests: readonly DataRequest[],
    cells?: readonly string[],
    isStopped?: IsStopped,
    isUnseen?: boolean,
  ): Promise<RefreshReport>;
  /** What is remembered of a request: a response, a failure, or nothing. */
  remembered(request: DataRequest): Promise<{ response?: DataResponse; failure?: SpillwayError } | undefined>;

  /** Runs what is held now, if it costs no more than was shown. */
  approve(burst: string, shown: number, isStopped?: IsStopped): Promise<Approval>;
  reject(burst: string): Promise<void>;
  pause(): void;
  resume(): void;
  /** Hands what waits for its turn, up to `most` requests, over to `take`, if it costs no more than was shown. */
  handOver(
    limits: { readonly shown: number; readonly most: number },
    take: TakeOver,
    isStopped?: IsStopped,
  ): Promise<HandedOver>;
  /** Drops what is queued and remembers it like a decline; what was sent goes on and is kept. */
  stop(): void;
  /** To be called when a person selects a button: what it starts may take a moment to prepare, and Stop ends that as well. */
  watchStops(): IsStopped;

  /** The token records; cached briefly, read again with `fresh`. */
  usage(fresh?: boolean): Promise<readonly TokenRecord[]>;
  /** The page may be about to go, and come back or not: writes down what is still gathered. */
  flush(): void;
  /** Loads what is needed to send ahead of the first request; rejects when it cannot be loaded now. */
  prepare(): Promise<void>;
  clearCache(): Promise<void>;
  forgetFailures(): Promise<void>;
  ledger(): Promise<readonly LedgerEntry[]>;
  days(): Promise<readonly DayTotal[]>;
  state(): EngineState;
  /** What cells want has changed without a call of theirs: some were deleted or frozen. */
  demandChanged(): void;
  subscribe(listener: (event: EngineEvent) => void): () => void;
  /** Called when the key or the settings changed. */
  keyChanged(): Promise<void>;
  close(): Promise<void>;
}
