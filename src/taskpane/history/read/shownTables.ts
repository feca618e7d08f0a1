// What a feed can show: a result, or a table of the workbook. A table is all that the formulas of one sheet ask of one source, as a
// template lays it out, with a row for each of their records.
import type { CellUse } from '../../../excel/runtime';
import { joined, named } from '../../../languages/t';
import type { KeptRequest } from '../../../history/store';
import { operationOf, type OperationId } from '../../../operations';
import { plural } from '../../text/words';
import { conditionsText } from '../../../history/observation';

export interface Shareable {
  readonly kind: 'result' | 'table';
  readonly title: string;
  readonly operation: OperationId;
  readonly requests: readonly string[];
}

/** Two with the same requests are the same. */
export const shareableKey = (requests: readonly string[]): string => requests.join('\n');

export const shareableResult = ({ operation, params, request }: KeptRequest): Shareable => ({
  kind: 'result',
  title: joined('label', [named(operationOf(operation).title), conditionsText(JSON.stringify(params))]),
  operation,
  requests: [request],
});

/** As Excel writes it in an address: 'My sheet'!A1. */
const sheetOf = (cell: string): string =>
  cell
    .slice(0, Math.max(0, cell.lastIndexOf('!')))
    .replace(/^'|'$/g, '')
    .replace(/''/g, "'");

/** The order of cells that Excel calls is not that of the sheet, and a feed keeps its own. */
const inSheetOrder = new Intl.Collator('en', { numeric: true });

export function tablesOf(uses: readonly CellUse[]): Shareable[] {
  const tables = new Map<string, Set<string>>();
  const sorted = [...uses].sort((a, b) => inSheetOrder.compare(a.cell, b.cell));
  for (const { cell, requests } of sorted)
    for (const { operation, key } of requests) {
      const name = `${operation} ${sheetOf(cell)}`;
      tables.set(name, (tables.get(name) ?? new Set()).add(key));
    }
  return [...tables]
    .filter(([, requests]) => requests.size > 1)
    .map(([name, requests]) => {
      const [operation = '', ...sheet] = name.split(' ');
      const id = operation as OperationId;
      const asked = joined('facts', [named(operationOf(id).title), plural(requests.size, 'request')]);
      const title = joined('label', [sheet.join(' '), asked]);
      return { kind: 'table' as const, title, operation: id, requests: [...requests] };
    })
    .sort((a, b) => inSheetOrder.compare(a.title, b.title));
}
