// The form's sections in the order of the table. The section with required parameters is expanded; the others are collapsed.
import { operationOf, type OperationId } from '../../../operations';
import type { Group, Parameter } from '../../../operations/table/parameter';

export interface ParameterGroup {
  readonly group: Group;
  readonly open: boolean;
  readonly params: readonly (readonly [name: string, parameter: Parameter])[];
}

const alwaysOpen: ReadonlySet<Group> = new Set(['Search', 'Stay']);

export function parameterGroups(id: OperationId): ParameterGroup[] {
  const groups = new Map<Group, [string, Parameter][]>();
  for (const [name, parameter] of Object.entries(operationOf(id).params)) {
    const own = groups.get(parameter.group) ?? [];
    own.push([name, parameter]);
    groups.set(parameter.group, own);
  }
  return [...groups].map(([group, params]) => ({ group, open: alwaysOpen.has(group), params }));
}
