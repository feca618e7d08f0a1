// What a data source of the sandbox is: it answers a checked request with records, or with a Problem.
import type { OperationId, OperationRecord, OperationRequest } from '../operations';
import type { ImageLink } from './images';

export interface AnswerContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Days since 1970, in UTC: prices stand for a day. */
  readonly day: number;
  readonly image: ImageLink;
}

export interface Source<Id extends OperationId> {
  /** Records the source holds, before any filter. */
  readonly size: number;
  answer(request: OperationRequest<Id>, context: AnswerContext): OperationRecord<Id>[];
}

export type Sources = { readonly [Id in OperationId]: Source<Id> };
