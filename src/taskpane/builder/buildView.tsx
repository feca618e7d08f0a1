// Build: choose a source, fill the form, see formula and price, preview, insert; and back from a cell into the form.
import { Button } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { Fragment, useCallback, useEffect, useState, type ReactNode, useMemo, useRef } from 'react';
import { together } from '../../engine/ports/listeners';
import type { ResultChartKind } from '../../excel/charts/chartColumns';
import { load } from '../../excel/lazyCode';
import { isDataFormula } from '../../excel/workbook/spillwayFormula';
import type { Selection } from '../../excel/workbook/workbook';
import { operationIds, operationOf } from '../../operations';
import { summaryOf } from '../../operations/guides';
import type { Sets } from '../../spill/read/formula/formula';
import { typedFormula } from '../../spill/read/formula/typedFormula';
import { named, said, t, texts, type PlainKey } from '../../languages/t';
import { NoticeBar, OutcomeText, Act, WorkButton } from '../controls/actions';
import { Choice } from '../controls/fields';
import { localReference } from '../formulas/cellReference';
import { openConditions } from '../formulas/choices/conditionRows';
import { emptyDraft, type Draft, formFaults, openPoints } from '../formulas/draft/draft';
import { pricedText, readDraft, valuesFrom, type PricedDraft } from '../formulas/draft/draftRequests';
import {
  usePane,
  copyText,
  useAttempt,
  useNow,
  useCounter,
  useReading,
  useVersion,
  useDraft,
  useSets,
  useStateAbout,
  useLedgerStore,
} from '../shell/usePane';
import { BuildForm, PreservedText } from './buildForm';
import { FilterSetBar } from './filters/filterSetBar';
import { InsertionMessages, useInsertion, PreviewButton, PreviewTable, usePreview } from './preview';
import { draftFormula, isUnfinished } from '../formulas/draft/draftFormula';
import { pricesOf } from '../formulas/pricing/fetchPlan';
import { placedDraft } from '../formulas/draft/placedDraft';
import { readBack } from '../formulas/draft/readBack';

// The draft and the cell it came from. A selected Spillway formula is loaded immediately if no unfinished work would be
// lost, and offered otherwise.

interface Build {
  readonly draft: Draft;
  /** The draft when it was loaded, inserted or started: anything else is unfinished work. */
  readonly settled: Draft;
  /** The formula as it stood in the cell, and the cell. */
  readonly formula: string;
  readonly cell: string;
}

const begin = (): Build => {
  const draft = emptyDraft(operationIds[0]!);
  return { draft, settled: draft, formula: '', cell: '' };
};

function useBuild(selection: Selection | undefined) {
  const { announce, namespace } = usePane();
  const sets = useSets();
  const [build, setBuild] = useDraft<Build>('build', begin);
  const { draft, settled } = build;
  const unfinished = isUnfinished(draft, settled, sets);
  const latest = useRef({ unfinished, formula: build.formula, cell: build.cell });
  latest.current = { unfinished, formula: build.formula, cell: build.cell };

  const cell = selection?.cell ?? '';
  const formula = selection?.formula ?? '';
  const load = useCallback(() => {
    const next = readBack(formula, sets);
    if (!next) return;
    setBuild({ draft: next, settled: next, formula, cell });
    announce(t('build.formulaOfLoaded', { cell }));
  }, [formula, cell, sets, setBuild, announce]);

  const placed = useMemo(() => placedDraft(draft, cell, build.cell), [draft, cell, build.cell]);
  const isLoaded = build.cell === cell && build.formula === formula;
  useEffect(() => {
    const { unfinished: busy, formula: known, cell: from } = latest.current;
    if (!busy && (known !== formula || from !== cell)) load();
  }, [formula, cell, load]);

  return {
    draft,
    /** The draft as it reads in the selected cell. */
    placed,
    sets,
    formula: draftFormula(placed, sets, namespace),
    change: useCallback(
      (change: (draft: Draft) => Draft) => setBuild((old) => ({ ...old, draft: change(old.draft) })),
      [setBuild],
    ),
    /** The selected cell holds a formula, and the form something unfinished. */
    offered: unfinished && !isLoaded && readBack(formula, sets) !== undefined ? cell : undefined,
    load,
    inserted: (at: string, text: string) =>
      setBuild((old) => ({ ...old, settled: old.draft, formula: text, cell: at })),
    editing: build.cell !== '' && build.cell === cell,
  };
}

export function BuildView() {
  const { open: openView } = usePane();
  const selection = useSelection();
  const { draft, placed, sets, formula, change, offered, load, inserted, editing } = useBuild(selection);
  const cell = selection?.cell ?? 'A1';
  const { priced, read: readNow, again } = usePricedDraft(placed, sets, cell);
  const now = useNow(30_000);
  const faults = formFaults(draft, draft.set === '' ? undefined : sets(draft.set));
  const read = priced?.reading.state === 'read' ? priced.reading : undefined;
  const open = openPoints(faults, draft.operation, openConditions(draft.operation, draft.view.where));
  const ready = open === undefined;
  const preview = usePreview(ready ? read?.formula : undefined, again);
  const insertion = useInsertion(inserted);

  const insert = async () => {
    const reading = priced?.reading ?? (await readNow().catch(() => undefined));
    await insertion.insert(cell, formula, reading?.state === 'read' ? reading.formula : undefined);
  };
  return (
    <div className="sw-view sw-build">
      <h1 className="sw-unseen">{t('common.buildAFormula')}</h1>
      {offered && (
        <NoticeBar
          intent="info"
          says={t('build.containsASpillwayFormula', { cell: localReference(offered) })}
        >
          <Act says={t('build.editThatFormula')} onClick={load} />
        </NoticeBar>
      )}
      <Choice
        label={t('common.source')}
        hint={named(summaryOf(draft.operation))}
        size="medium"
        value={draft.operation}
        choices={operationIds.map((id) => [id, named(operationOf(id).title)] as const)}
        onChange={(id) => change(() => emptyDraft(id))}
      />
      <PreservedText draft={draft} onChange={change} />
      <div className="sw-stack">
        {operationOf(draft.operation).filterSets && <FilterSetBar draft={draft} onChange={change} />}
        <BuildForm draft={draft} faults={faults} formula={read?.formula} onChange={change} />
      </div>
      <PreviewTable preview={preview} />
      <Act says={t('build.matchYourOwnProducts')} onClick={() => openView('match')} />
      <InsertionMessages insertion={insertion} cell={cell} formula={formula} />
      {(editing || isDataFormula(selection?.formula)) && <ChartBar key={cell} cell={cell} />}
      <FormulaBar
        formula={typedFormula(formula)}
        price={open ?? pricedText(priced, now)}
        problem={ready && priced?.reading.state === 'fault' ? priced.reading.says : ''}
      >
        <Button
          appearance="primary"
          disabledFocusable={!ready}
          aria-describedby={priceId}
          onClick={() => void insert()}
        >
          {editing ? t('common.update') : t('build.insertAt')} {localReference(cell)}
        </Button>
        <PreviewButton preview={preview} quote={priced?.previewQuote} ready={ready && read !== undefined} />
      </FormulaBar>
    </div>
  );
}

interface BarProperties {
  readonly formula: string;
  readonly price: string;
  readonly problem: string;
  readonly children: ReactNode;
}

/** Lines break between arguments and options, and only within a word that fills a line of its own. */
const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[,;(=&])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** Says why Insert is off. */
const priceId = 'build-price';

/** The formula as one types it in this Excel, its price, and its actions. Stays in view while the form scrolls. */
function FormulaBar({ formula, price, problem, children }: BarProperties) {
  const { says, attempt } = useAttempt();
  return (
    <section className="sw-bar" aria-label={t('common.formula')}>
      <div className="sw-formula">
        <code tabIndex={0} aria-label={t('build.formulaText')}>
          <Breakable text={formula} />
        </code>
        <Act
          appearance="subtle"
          icon={<CopyRegular />}
          aria-label={t('build.copyFormula')}
          title={t('common.copy')}
          onClick={() => attempt(() => copyText(formula))}
        />
      </div>
      <OutcomeText says={says} />
      <p id={priceId} className={problem ? 'sw-price sw-wrong' : 'sw-price'} aria-live="polite">
        {problem || price}
      </p>
      <div className="sw-row">{children}</div>
    </section>
  );
}

const chartTitles: Readonly<Record<ResultChartKind, PlainKey>> = {
  bar: 'build.bars',
  column: 'build.columns',
  line: 'build.line',
  scatter: 'build.scatter',
  range: 'build.rangeLowToHigh',
};

/** "Chart this result", for a selected cell of a result: the chart stands beside it and follows it. */
function ChartBar({ cell }: { readonly cell: string }) {
  const [kind, setKind] = useState<ResultChartKind>('bar');
  const make = async () => {
    const { chartResult, followCharts } = await load(
      () => import(/* webpackChunkName: "charts" */ '../../excel/charts/charts'),
    );
    const made = await chartResult(cell, kind);
    await followCharts();
    return said(made);
  };
  return (
    <section aria-label={t('build.chartThisResult')}>
      <WorkButton says={t('build.chartThisResult')} work={make}>
        <Choice
          label={t('build.kindOfChart')}
          isLabelHidden
          value={kind}
          choices={texts(chartTitles)}
          onChange={setKind}
        />
      </WorkButton>
    </section>
  );
}

const selectionSettles = 120;

/** The selected cell, as Excel says it; quick moves of the cursor are taken together. */
function useSelection(): Selection | undefined {
  const { workbook } = usePane();
  const moves = useMemo(
    () => ({ subscribe: (listener: () => void) => workbook.watchSelection(listener) }),
    [workbook],
  );
  const last = useRef<Selection>();
  const read = useCallback(
    async () => (last.current = (await workbook.selection()) ?? last.current),
    [workbook],
  );
  // While Excel is busy, it is the one before; the next move of the cursor is read again.
  return useReading(read, useVersion(moves, selectionSettles)).data;
}

const priceSettles = 150;

/** The price again whenever results, filter sets, settings or the key are others. */
function usePricedDraft(draft: Draft, sets: Sets, cell: string) {
  const { runtime, workbook, now } = usePane();
  const { engine, settings, key, filterSets, library } = runtime;
  const ledger = useLedgerStore();
  const version = useVersion(
    useMemo(
      () => together(ledger, filterSets, library, settings, key),
      [ledger, filterSets, library, settings, key],
    ),
  );
  const [priced, setPriced] = useStateAbout<PricedDraft>(draft);
  const [looks, again] = useCounter();
  /** The draft as requests at this moment, for someone who does not wait for the price. */
  const read = useCallback(
    () => readDraft(draft, valuesFrom(workbook, cell), sets, settings.current().wireNames),
    [draft, sets, cell, settings, workbook],
  );
  useEffect(() => {
    let over = false;
    const work = async () => {
      const reading = await read();
      const prices = reading.state === 'read' && (await pricesOf(engine, reading, now()));
      if (!over) setPriced({ reading, ...prices });
    };
    const timer = setTimeout(() => {
      // A price that cannot be computed is shown as unknown; the form keeps working.
      work().catch(() => over || setPriced(undefined));
    }, priceSettles);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [read, setPriced, version, looks, engine, now]);
  return { priced, read, again };
}
