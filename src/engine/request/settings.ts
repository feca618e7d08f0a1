// What a user can set, with its defaults. Kept for the user, not for the workbook; the API key is kept apart.
import type { OperationId } from '../../operations';
import type { WireNames } from '../../operations/wireNames';

export interface Settings {
  /** Where the service is; empty means the gateway the add-in was loaded from. */
  readonly baseUrl: string;
  /** Milliseconds after which a response is fetched again; absent means "keep until I refresh". */
  readonly ages: Readonly<Partial<Record<OperationId, number>>>;
  /** A burst that costs more than this many credits waits for approval. */
  readonly askAbove: number;
  /** Credits a day; undefined means no cap. */
  readonly dailyCap: number | undefined;
  /** Fetch the whole paid block and keep the surplus. */
  readonly roundCounts: boolean;
  /** Let a response for 50 serve a request for 10. */
  readonly reuseCounts: boolean;
  /** Undefined: as much as the host grants. */
  readonly cacheBytes: number | undefined;
  /** The most bytes of history that are kept in this browser. */
  readonly historyBytes: number;
  readonly concurrency: number;
  readonly wireNames: WireNames;
  /** Give an inserted table headings and widths. */
  readonly formatTables: boolean;
  /** Show newer results of the gateway without being asked. */
  readonly showNewer: boolean;
  /** The language of the pane, as a tag; empty means that of Office. */
  readonly language: string;
}

export const defaultSettings: Settings = {
  baseUrl: '',
  ages: {},
  askAbove: 50,
  dailyCap: undefined,
  roundCounts: true,
  reuseCounts: true,
  cacheBytes: undefined,
  historyBytes: 100_000_000,
  // A browser opens six connections to a host (HTTP/1.1). One stays free for questions, such as handing over what waits.
  concurrency: 5,
  wireNames: {},
  formatTables: true,
  showNewer: false,
  language: '',
};
