// What records show of filters with assumed wire names, of all operations. Beside the table but loaded later than it.
import type { OperationId } from '.';
import { bizbureauEvidence } from './bizbureau/bizbureau';
import { staysEvidence } from './stays/stays';
import type { OperationEvidence } from './table/operation';

const all: Readonly<Partial<Record<OperationId, OperationEvidence>>> = {
  bizbureau: bizbureauEvidence,
  stays: staysEvidence,
};

export const evidenceOf = (id: OperationId): OperationEvidence => all[id] ?? {};
