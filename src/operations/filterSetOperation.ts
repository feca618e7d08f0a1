// The operation whose filters can be saved as sets; apart from the table, because a cached formula does not need it.
import { operationIds, operationOf, type OperationId } from '.';

export const filterSetOperation: OperationId = operationIds.find((id) => operationOf(id).filterSets)!;
