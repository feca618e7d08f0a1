// The table: every data operation of the service. Functions, forms, reference, sandbox and gateway derive from it.
import { bizbureau } from './bizbureau/bizbureau';
import { hkproperty } from './hkproperty/hkproperty';
import { jobsboard } from './jobsboard/jobsboard';
import { nlretail } from './nlretail/nlretail';
import type { Operation, RecordOf, RequestOf } from './table/operation';
import { ruretail } from './ruretail/ruretail';
import { stays } from './stays/stays';

export const operations = { ruretail, hkproperty, bizbureau, nlretail, jobsboard, stays } as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
/** Of a request, by the names that people see. */
export type Params = Readonly<Record<string, unknown>>;
export type OperationRequest<Id extends OperationId> = RequestOf<Operations[Id]>;
export type OperationRecord<Id extends OperationId> = RecordOf<Operations[Id]>;

export const operationIds = Object.keys(operations) as OperationId[];

/** The entry as plain data, for code that treats all operations alike. */
export const operationOf = (id: OperationId): Operation => operations[id];

export const isOperationId = (id: string): id is OperationId => Object.hasOwn(operations, id);

/** Credits for one request of `count` results; rounded up to whole blocks. */
export function cost(id: OperationId, count = 1): number {
  const { price } = operationOf(id);
  return 'per' in price ? price.credits * Math.ceil(Math.max(count, 1) / price.per) : price.credits;
}

/** The largest count that costs no more than `count`; a flat price has no block, so the count stays. */
export function paidCount(id: OperationId, count: number): number {
  const { price } = operationOf(id);
  return 'per' in price ? price.per * Math.ceil(Math.max(count, 1) / price.per) : count;
}

/** The operation whose filters can be saved as sets. */
export const filterSetOperation: OperationId = operationIds.find((id) => operationOf(id).filterSets)!;
