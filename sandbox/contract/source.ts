// A data source of the sandbox: returns records for a validated request, or throws a Problem.
import type { OperationId, OperationRecord, OperationRequest } from '../../src/operations';
import type { ImageLink } from './images';

export interface SourceContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Days since 1970, in UTC: prices change daily. */
  readonly day: number;
  readonly image: ImageLink;
}

export interface Source<Id extends OperationId> {
  /** Number of records in the source, before any filter. */
  readonly size: number;
  records(request: OperationRequest<Id>, context: SourceContext): OperationRecord<Id>[];
}

export type Sources = { readonly [Id in OperationId]: Source<Id> };
