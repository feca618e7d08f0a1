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
export type OperationRequest<Id extends OperationId> = RequestOf<Operations[Id]>;
export type OperationRecord<Id extends OperationId> = RecordOf<Operations[Id]>;

export const operationIds = Object.keys(operations) as OperationId[];

/** The entry as plain data, for code that treats all operations alike. */
export const operationOf = (id: OperationId): Operation => operations[id];

export const isOperationId = (id: string): id is OperationId => Object.hasOwn(operations, id);
