// Freeze: formulas become values and a Sources sheet is written, so that the book opens anywhere without the add-in.
import { Button, Field, Select, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import type { FormulaCell, Frozen, Scope } from '../../excel/workbook/workbook';
import { failureText } from '../shell/failureText';
import { KeptFocus } from '../shell/keptFocus';
import { usePane } from '../shell/paneContext';
import { useDraft } from '../shell/useDraft';
import { plural } from '../shell/words';
import { sourcesSheet } from './freezeSources';

export function FreezeCard() {
  const { runtime, workbook, now, announce } = usePane();
  const [scope, setScope] = useDraft<Scope>('freeze scope', () => 'selection');
  const [frozen, setFrozen] = useDraft<readonly Frozen[]>('frozen', () => []);
  const [found, setFound] = useState<readonly FormulaCell[]>();
  const [says, setSays] = useState('');
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      const sentence = await work();
      setSays(sentence);
      announce(sentence);
    } catch (error) {
      setSays(failureText(error));
      announce(failureText(error), true);
    } finally {
      setBusy(false);
    }
  };
  const look = () =>
    attempt(async () => {
      const cells = await workbook.formulas(scope);
      setFound(cells.length > 0 ? cells : undefined);
      return cells.length === 0
        ? 'There are no Spillway formulas there.'
        : `${plural(cells.length, 'formula')} will become values.`;
    });
  const freeze = (cells: readonly FormulaCell[]) =>
    attempt(async () => {
      setFound(undefined);
      const report = await workbook.freeze(cells);
      if (report.frozen.length === 0)
        return 'Nothing was frozen: the cells hold errors or are still being calculated.';
      setFrozen((old) => [...old, ...report.frozen]);
      const rows = sourcesSheet(report.frozen, runtime.cells.uses(), await runtime.engine.ledger(), now());
      const sheet = await workbook.addSheet('Sources', rows);
      const left =
        report.skipped.length > 0
          ? ` ${plural(report.skipped.length, 'cell')} with errors stayed formulas.`
          : '';
      return `${plural(report.frozen.length, 'formula')} frozen; the sheet ${sheet} says where the values came from.${left}`;
    });
  const undo = () =>
    attempt(async () => {
      await workbook.thaw(frozen);
      setFrozen([]);
      return `${plural(frozen.length, 'formula')} brought back.`;
    });
  return (
    <div className="sw-stack">
      <p className="sw-small">
        Turns Spillway formulas into the values they show and adds a “Sources” sheet, so that the workbook
        opens anywhere without the add-in. You can undo it until you close the workbook.
      </p>
      <Field label="Freeze">
        <Select
          size="small"
          value={scope}
          onChange={(_event, { value }) => {
            setScope(value as Scope);
            setFound(undefined);
          }}
        >
          <option value="selection">Selected cells</option>
          <option value="sheet">This sheet</option>
          <option value="workbook">Whole workbook</option>
        </Select>
      </Field>
      {says && <p>{says}</p>}
      <KeptFocus className="sw-row">
        {found ? (
          <>
            <Button size="small" appearance="primary" autoFocus onClick={() => void freeze(found)}>
              Freeze {plural(found.length, 'formula')}
            </Button>
            <Button size="small" onClick={() => setFound(undefined)}>
              Cancel
            </Button>
          </>
        ) : (
          <Button
            size="small"
            disabledFocusable={busy}
            {...(busy && { icon: <Spinner size="tiny" /> })}
            onClick={() => void look()}
          >
            Find formulas
          </Button>
        )}
        {frozen.length > 0 && (
          <Button size="small" disabledFocusable={busy} onClick={() => void undo()}>
            Undo freeze ({frozen.length})
          </Button>
        )}
      </KeptFocus>
    </div>
  );
}
