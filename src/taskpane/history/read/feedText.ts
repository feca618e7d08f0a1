// A feed as other programs are told to read it: its address, a Power Query script and a line of pandas, ready to copy.
import type { PlainKey } from '../../../languages/t';
import type { FeedTable } from '../../../excel/runtime';

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
