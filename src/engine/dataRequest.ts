// One request for data, with the canonical key that decides whether two requests are the same.
import type { OperationId } from '../operations';

export type Params = Readonly<Record<string, unknown>>;

export interface DataRequest {
  readonly operation: OperationId;
  /** Checked and normalised by `checkRequest`: user-facing names, with `count` and `timeout` where given. */
  readonly params: Params;
  /** Parameters passed through unchecked (`raw:name=value`), under their wire names. */
  readonly raw: Params;
  /** Operation and canonical parameters, without count and timeout; never holds the API key. */
  readonly key: string;
  /** How many results are wanted; undefined where the operation has no count. */
  readonly count: number | undefined;
}
