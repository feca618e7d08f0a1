// A feed as other programs are told to read it: its address, a Power Query script and a line of pandas, ready to copy. And
// what it can show: a result, or a table of the workbook.
import { type PlainKey, joined, named } from '../../../languages/t';
import type { FeedTable, CellUse } from '../../../excel/runtime';
import type { KeptRequest } from '../../../history/store';
import { operationOf, type OperationId } from '../../../operations';
import { sheetOf } from '../../formulas/cellReference';
import { plural } from '../../text/words';
import { conditionsText } from '../../../history/observation';

interface FeedPlace {
  /** Of the gateway, without a slash at the end. */
  readonly origin: string;
  readonly table: FeedTable;
  readonly code: string;
}

/** For programs that know nothing but addresses. */
export const feedAddress = ({ origin, table, code }: FeedPlace): string =>
  `${origin}/feed/${table}.csv?code=${code}`;

/** Follows the pages, and keeps the address fixed, as a scheduled refresh in Power BI requires. */
export const powerQuery = ({ origin, table, code }: FeedPlace): string => `let
    Read = (query as record) => Json.Document(Web.Contents("${origin}", [
        RelativePath = "feed/${table}.json",
        Query = query,
        Headers = [Authorization = "Bearer ${code}"]
    ])),
    Pages = List.Generate(
        () => Read([]),
        (page) => page <> null,
        (page) => if page[next] = null then null else Read([cursor = page[next]]),
        (page) => page[rows]
    ),
    Rows = List.Combine(Pages),
    Result = if List.IsEmpty(Rows) then #table({}, {}) else Table.FromRecords(Rows)
in
    Result`;

export const pandasLine = ({ origin, table, code }: FeedPlace): string =>
  `import pandas as pd; df = pd.read_csv("${origin}/feed/${table}.csv", storage_options={"Authorization": "Bearer ${code}"})`;

export const tableTitles: Readonly<Record<FeedTable, PlainKey>> = {
  result: 'history.latestResult',
  history: 'history.valuesOverTime',
  changes: 'history.changes',
  matches: 'history.matches',
};

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

/** The order of cells that Excel calls is not that of the sheet, and a feed keeps its own. */
const inSheetOrder = new Intl.Collator('en', { numeric: true });

/** All that the formulas of one sheet ask of one source, as a template lays it out, with a row for each of their records. */
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
