// Build: choose a source, fill the form, see formula and price, preview, insert; and back from a cell into the form.
import {
  Button,
  Field,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Select,
} from '@fluentui/react-components';
import { useCallback, useRef } from 'react';
import { operationIds, operationOf, type OperationId } from '../../operations';
import { summaryOf } from '../../operations/guides';
import { FilterSetBar } from './filters/filterSetBar';
import { usePane } from '../shell/paneContext';
import { useDraft } from '../shell/useDraft';
import { useNow } from '../shell/useNow';
import { useVersion } from '../shell/useVersion';
import { isDataFormula } from '../../excel/workbook/spillwayFormula';
import { BuildForm } from './buildForm';
import { ChartBar } from './chartBar';
import { emptyDraft } from '../formulas/draft/draft';
import { FormulaBar } from './formulaBar';
import { formFaults, openPoints } from '../formulas/draft/formFaults';
import { InsertionMessages, useInsertion } from './insertion';
import { PreservedText } from './preservedText';
import { PreviewButton, PreviewTable, usePreview } from './preview';
import { pricedText } from '../formulas/draft/pricedDraft';
import { localReference } from '../formulas/cellReference';
import { useBuild } from './useBuild';
import { usePricedDraft } from './usePricedDraft';
import { useSelection } from './useSelection';

export function BuildView() {
  const { announce } = usePane();
  const selection = useSelection();
  const { draft, placed, sets, formula, change, offered, load, inserted, editing } = useBuild(selection);
  const [tried, setTried] = useDraft('build tried', () => false);
  const form = useRef<HTMLDivElement>(null);
  const version = useQuoteVersion();
  const cell = selection?.cell ?? 'A1';
  const { priced, read: readNow } = usePricedDraft(placed, sets, cell, version);
  const now = useNow(30_000);
  const faults = formFaults(draft, draft.set === '' ? undefined : sets(draft.set));
  const fresh = priced?.draft === placed ? priced : undefined;
  const read = fresh?.reading.state === 'read' ? fresh.reading : undefined;
  const open = openPoints(faults, draft.operation);
  const ready = open === undefined;
  const preview = usePreview(ready ? read?.formula : undefined);
  const insertion = useInsertion(inserted);

  const select = (operation: OperationId) => {
    setTried(false);
    change(() => emptyDraft(operation));
  };
  const tryInsert = () => {
    if (!ready) {
      setTried(true);
      announce('Some fields are empty or incorrect.', true);
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    void (async () => {
      const reading = fresh?.reading ?? (await readNow().catch(() => undefined));
      await insertion.insert(cell, formula, reading?.state === 'read' ? reading.formula : undefined);
    })();
  };
  return (
    <div className="sw-view sw-build">
      <h1 className="sw-unseen">Build a formula</h1>
      {offered && <OfferedFormula cell={localReference(offered)} onLoad={load} />}
      <SourceSelect operation={draft.operation} onSelect={select} />
      <PreservedText draft={draft} onChange={change} />
      <div ref={form} className="sw-stack">
        {operationOf(draft.operation).filterSets && <FilterSetBar draft={draft} onChange={change} />}
        {faults.conflicts.map((says) => (
          <MessageBar key={says} intent="warning">
            <MessageBarBody>{says}</MessageBarBody>
          </MessageBar>
        ))}
        <BuildForm draft={draft} faults={faults} tried={tried} onChange={change} />
      </div>
      <PreviewTable preview={preview} />
      <InsertionMessages insertion={insertion} />
      {(editing || isDataFormula(selection?.formula)) && <ChartBar key={cell} cell={cell} />}
      <FormulaBar
        formula={formula}
        price={open ?? pricedText(fresh, now)}
        problem={ready && fresh?.reading.state === 'fault' ? fresh.reading.says : ''}
      >
        <Button appearance="primary" onClick={tryInsert}>
          {editing ? 'Update' : 'Insert at'} {localReference(cell)}
        </Button>
        <PreviewButton preview={preview} quote={fresh?.quote} ready={ready && read !== undefined} />
      </FormulaBar>
    </div>
  );
}

/** Changes when results or filter sets did: the price may then be another. */
function useQuoteVersion(): number {
  const { engine, filterSets, library } = usePane().runtime;
  return useVersion(
    useCallback(
      (listener: () => void) => {
        const stops = [
          engine.subscribe(({ type }) => type === 'ledger' && listener()),
          filterSets.subscribe(listener),
          library.subscribe(listener),
        ];
        return () => stops.forEach((stop) => stop());
      },
      [engine, filterSets, library],
    ),
  );
}

interface OfferedProperties {
  readonly cell: string;
  readonly onLoad: () => void;
}

const OfferedFormula = ({ cell, onLoad }: OfferedProperties) => (
  <MessageBar intent="info" layout="multiline">
    <MessageBarBody>
      {cell} contains a Spillway formula. Editing it replaces the unfinished formula in this form.
    </MessageBarBody>
    <MessageBarActions>
      <Button size="small" onClick={onLoad}>
        Edit that formula
      </Button>
    </MessageBarActions>
  </MessageBar>
);

interface SourceProperties {
  readonly operation: OperationId;
  readonly onSelect: (operation: OperationId) => void;
}

const SourceSelect = ({ operation, onSelect }: SourceProperties) => (
  <Field label="Source" hint={summaryOf(operation)}>
    <Select value={operation} onChange={(_event, { value }) => onSelect(value as OperationId)}>
      {operationIds.map((id) => (
        <option key={id} value={id}>
          {operationOf(id).title}
        </option>
      ))}
    </Select>
  </Field>
);
