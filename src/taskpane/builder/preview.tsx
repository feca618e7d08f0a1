// The first rows of the first request, as the cell would show them. Requested with a button that shows the price; what it
// fetched is kept, so inserting the formula afterwards costs nothing more for it.
import { useEffect, useRef, useState } from 'react';
import type { Quote } from '../../engine/engine';
import { makeDataRequest } from '../../engine/request/dataRequest';
import { excelHost } from '../../excel/host';
import { ignoredFilters } from '../../operations/check/ignoredFilters';
import { flatCell } from '../../spill/cell';
import { richGrid } from '../../spill/grid/cards/richGrid';
import type { Grid } from '../../spill/grid/grid';
import type { Formula } from '../../spill/read/formula/formula';
import { t, said } from '../../languages/t';
import { CancelButton, FailureMessage, NoticeBar, Act } from '../controls/actions';
import { DataTable } from '../controls/dataViews';
import { useAttempt, usePane, useStateAbout } from '../shell/usePane';
import { cellText, isNumeric } from '../text/cellText';
import { failureText } from '../text/failureText';
import { shortPrice, plural } from '../text/words';
import { describeTarget } from '../../excel/workbook/insertion';
import { spillSize, tableLook } from '../formulas/tableLook';

const rowsShown = 6;
const warningsShown = 3;

/** What came of a preview. */
interface Outcome {
  readonly grid?: Grid;
  readonly failure?: string;
}

/** The first request of a formula, with all that decides how it is shown. */
function firstOf(formula: Formula | undefined): { readonly first: Formula; readonly of: string } | undefined {
  const item = formula?.items.find(({ state }) => state === 'request');
  if (!formula || !item) return undefined;
  const first: Formula = { ...formula, items: [item], matrix: undefined };
  return { first, of: JSON.stringify(first) };
}

/** `ended`: what the preview costs may be another price by now. */
export function usePreview(formula: Formula | undefined, ended: () => void) {
  const { runtime, announce } = usePane();
  const current = firstOf(formula);
  const [outcome = {}, setOutcome] = useStateAbout<Outcome>(current?.of ?? '');
  const [running, setRunning] = useState<string>();
  const run = async (credits: number) => {
    const [item] = current?.first.items ?? [];
    if (!current || item?.state !== 'request') return;
    const { first, of } = current;
    const end = (came: Outcome, says: string) => {
      setRunning((now) => (now === of ? undefined : now));
      ended();
      if (setOutcome(came)) announce(says);
    };
    setRunning(of);
    setOutcome(undefined);
    try {
      const request = makeDataRequest(first.operation, item.params, item.raw);
      const { maxAge } = first.view;
      // The button showed the price.
      const response = await runtime.engine.ask(request, {
        agreed: credits,
        ...(maxAge !== undefined && { maxAge }),
      });
      const note = ignoredFilters(request, response.records, runtime.settings.current().wireNames);
      const { cells, warnings } = richGrid(first, [{ ...response, note }], {
        ...excelHost,
        acceptedOf: runtime.matches.acceptedOf,
      });
      const grid = { cells: cells.map((row) => row.map(flatCell)), warnings };
      end({ grid }, t('build.preview', { results: plural(response.records.length, 'result') }));
    } catch (error) {
      const failure = failureText(error, { operation: first.operation });
      end({ failure }, failure);
    }
  };
  return { ...outcome, busy: current !== undefined && running === current.of, run };
}

type PreviewState = ReturnType<typeof usePreview>;

interface ButtonProperties {
  readonly preview: PreviewState;
  readonly quote: Quote | undefined;
  readonly ready: boolean;
}

export const PreviewButton = ({ preview, quote, ready }: ButtonProperties) => (
  <Act
    says={ready && quote ? t('build.previewPrice', { price: shortPrice(quote) }) : t('build.preview3')}
    size="medium"
    busy={preview.busy}
    isOff={!ready}
    onClick={() => preview.run(quote?.credits ?? 0)}
  />
);

export function PreviewTable({ preview }: { readonly preview: PreviewState }) {
  const { grid, failure } = preview;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (grid) section.current?.scrollIntoView({ block: 'nearest' });
  }, [grid]);
  if (failure) return <FailureMessage says={failure} />;
  if (!grid) return null;
  const [head = [], ...rows] = grid.cells;
  const left = rows.length - rowsShown;
  return (
    <section ref={section} aria-label={t('build.preview3')} className="sw-stack">
      <h2>{t('build.preview3')}</h2>
      <DataTable
        label={t('build.firstRows')}
        className="sw-preview"
        head={head.map(cellText)}
        rows={rows
          .slice(0, rowsShown)
          .map((row) => row.map((cell) => (isNumeric(cell) ? { figure: cellText(cell) } : cellText(cell))))}
      />
      {left > 0 && <p className="sw-small">{plural(left, 'more row')}</p>}
      {grid.warnings.slice(0, warningsShown).map((warning) => (
        <p key={warning} className="sw-small sw-warn">
          {warning}
        </p>
      ))}
    </section>
  );
}

interface Blocked {
  readonly cell: string;
  readonly formula: string;
  readonly read: Formula;
  readonly says: string;
}

/** Insert at the selected cell, after a look at the cells the result will need. */
export function useInsertion(onInserted: (cell: string, formula: string) => void) {
  const { workbook, announce, runtime } = usePane();
  const [blocked, setBlocked] = useState<Blocked>();
  const { failure, attempt } = useAttempt();
  const put = (cell: string, formula: string, read: Formula | undefined) =>
    attempt(async () => {
      setBlocked(undefined);
      const wanted = read && runtime.settings.current().formatTables;
      await workbook.insert(cell, formula, wanted ? tableLook(read) : undefined);
      onInserted(cell, formula);
      return t('build.formulaInsertedAt', { cell });
    });
  const insert = async (cell: string, formula: string, read: Formula | undefined) => {
    const size = read && spillSize(read);
    const blocker = size && (await workbook.blocker(cell, size.rows, size.columns).catch(() => undefined));
    if (read === undefined || size === undefined || blocker === undefined) return put(cell, formula, read);
    const area = describeTarget(cell, size.rows, size.columns);
    const says = t('build.theResultNeedsBut', { area, blocker: said(blocker) });
    setBlocked({ cell, formula, read, says });
    announce(says, true);
    return false;
  };
  return { insert, put, blocked, failure, dismiss: () => setBlocked(undefined) };
}

interface MessageProperties {
  readonly insertion: ReturnType<typeof useInsertion>;
  readonly cell: string;
  readonly formula: string;
}

export function InsertionMessages({ insertion, cell, formula }: MessageProperties) {
  const { failure, put, dismiss } = insertion;
  // The question is about one formula in one cell.
  const isCurrent = insertion.blocked?.cell === cell && insertion.blocked.formula === formula;
  const blocked = isCurrent ? insertion.blocked : undefined;
  return (
    <>
      {blocked && (
        <NoticeBar intent="warning" says={blocked.says}>
          <Act
            says={t('build.insertAnyway')}
            onClick={() => put(blocked.cell, blocked.formula, blocked.read)}
          />
          <CancelButton onClick={dismiss} />
        </NoticeBar>
      )}
      <FailureMessage says={failure} />
    </>
  );
}
