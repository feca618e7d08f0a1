import { operationOf } from '../../../../src/operations';
import {
  columnLabel,
  moveColumn,
  namedColumns,
  renameColumn,
  shownColumns,
} from '../../../../src/taskpane/formulas/choices/columnChoices';
import { emptyDraft, setValue, type Draft } from '../../../../src/taskpane/formulas/draft/draft';
import { draftFormula } from '../../../../src/taskpane/formulas/draft/draftFormula';
import { readBack } from '../../../../src/taskpane/formulas/draft/readBack';

const none = () => undefined;
const withColumns = (columns: Draft['view']['columns']): Draft => {
  const draft = setValue(emptyDraft('ruretail'), 'query', 'tv');
  return { ...draft, view: { ...draft.view, columns: namedColumns('ruretail', columns) } };
};

describe('a heading of one’s own', () => {
  const own = shownColumns('ruretail', []);
  const at = own.findIndex(({ path }) => path === 'price');

  test('is written after “as”, and read back as it was', () => {
    const formula = draftFormula(withColumns(renameColumn(own.slice(at, at + 1), 0, ' Price now ')), none);
    expect(formula).toBe('=RURETAIL.SEARCH("tv",,,"columns=price as Price now")');
    const columns = readBack(formula, none)?.view.columns ?? [];
    expect(columns).toEqual([{ path: 'price', heading: 'Price now' }]);
    expect(columns.map((column) => columnLabel('ruretail', column))).toEqual(['Price now']);
  });

  test('may hold whatever a heading may hold', () => {
    for (const heading of ['Price, now; "net"', "today's", 'as new as Price', '100 %', '=A1']) {
      const formula = draftFormula(withColumns(renameColumn(own.slice(at, at + 1), 0, heading)), none);
      expect(readBack(formula, none)?.view.columns).toEqual([{ path: 'price', heading }]);
    }
  });

  test('stays with its column when that is moved, and goes when it is emptied', () => {
    const renamed = renameColumn(own, at, 'Price now');
    expect(moveColumn(renamed, at, -1)[at - 1]).toEqual({ path: 'price', heading: 'Price now' });
    expect(namedColumns('ruretail', renameColumn(renamed, at, ''))).toEqual([]);
    expect(namedColumns('ruretail', renamed)).toHaveLength(operationOf('ruretail').columns.length);
  });
});
