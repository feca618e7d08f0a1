// Where every paid response goes after its cells have it: the history. Passed in; the engine only hands them over.
import type { OperationId } from '../../operations';

type Params = Readonly<Record<string, unknown>>;

export interface ArchivedResponse {
  readonly operation: OperationId;
  /** The canonical key of the request. */
  readonly request: string;
  readonly params: Params;
  readonly raw: Params;
  readonly asked: number | undefined;
  /** When the service gave it, in milliseconds since 1970; with the request, its identity. */
  readonly at: number;
  readonly records: readonly Params[];
}

export interface Archive {
  /** Resolves when it is kept; the same response may come again. */
  append(response: ArchivedResponse): Promise<void>;
}
