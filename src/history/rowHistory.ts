// The history as rows of texts, for every database that has sorted keys and changes that happen as one.
import { appendResponses } from './rowAppend';
import { RowDraft } from './rowDraft';
import { readItems, readLists, readRequests, readResponse, readSeries, readSize } from './rowRead';
import type { Rows } from './rows';
import { deleteRows } from './rowDelete';
import { purgeRows, undoRows } from './rowUndo';
import { thinRows } from './rowThin';
import type { HistoryStore } from './store';

export function createRowHistory(rows: Rows): HistoryStore {
  return {
    items: (filter) => rows.read((view) => readItems(view, filter)),
    series: (item, field) => rows.read((view) => readSeries(view, item, field)),
    requests: (operation) => rows.read((view) => readRequests(view, operation)),
    lists: (request) => rows.read((view) => readLists(view, request)),
    response: (request, at) => rows.read((view) => readResponse(view, request, at)),
    append: (responses) =>
      rows.change(async (view) => {
        const draft = new RowDraft(view);
        await appendResponses(draft, responses);
        return draft.writes();
      }),
    delete: (filter, at) => deleteRows(rows, { filter, at }),
    undo: (deletion) => undoRows(rows, deletion),
    purge: (before) => purgeRows(rows, before),
    size: () => rows.read(readSize),
    thin: (before, drop = false) => thinRows(rows, before, drop),
    close: () => rows.close(),
  };
}
