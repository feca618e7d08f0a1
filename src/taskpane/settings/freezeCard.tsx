// Freeze: formulas become values and a Sources sheet is written, so that the book opens anywhere without the add-in.
import { Button, Field, Select, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import type { FormulaCell, Frozen, Scope } from '../../excel/workbook/workbook';
import { FocusScope } from '../controls/focusScope';
import { usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';
import { useDraft } from '../shell/useDraft';
import { plural } from '../text/words';
import { sourcesSheet } from './freezeSources';

interface Found {
  readonly cells: readonly FormulaCell[];
  /** Cells that would lose what they refer to. */
  readonly users: readonly string[];
}

const named = 5;

const brokenText = (users: readonly string[]): string[] => {
  if (users.length === 0) return [];
  const more = users.length > named ? ` and ${users.length - named} more` : '';
  const what = users.length === 1 ? '1 other formula refers' : `${users.length} other formulas refer`;
  return [
    `${what} to a whole result as A1# and will show #REF!: ${users.slice(0, named).join(', ')}${more}.`,
  ];
};

export function FreezeCard() {
  const { runtime, workbook, now } = usePane();
  const [scope, setScope] = useDraft<Scope>('freeze scope', () => 'selection');
  const [frozen, setFrozen] = useDraft<readonly Frozen[]>('frozen', () => []);
  const [found, setFound] = useState<Found>();
  const { busy, says, attempt, forget } = useAttempt();
  const dismiss = () => {
    setFound(undefined);
    forget();
  };
  const look = () =>
    attempt(async () => {
      const cells = await workbook.formulas(scope);
      const users = cells.length > 0 ? await workbook.spillUsers(cells) : [];
      setFound(cells.length > 0 ? { cells, users } : undefined);
      return cells.length === 0
        ? 'There are no Spillway formulas there.'
        : [`${plural(cells.length, 'formula')} will become values.`, ...brokenText(users)].join(' ');
    });
  const freeze = (cells: readonly FormulaCell[]) =>
    attempt(async () => {
      setFound(undefined);
      const uses = runtime.cells.uses();
      const report = await workbook.freeze(cells);
      // What they asked for and did not get is wanted no more.
      runtime.cells.forget(report.frozen.map(({ cell }) => cell));
      if (report.frozen.length === 0)
        return 'Nothing was frozen: the cells hold errors or are still being calculated.';
      setFrozen((old) => [...old, ...report.frozen]);
      const rows = sourcesSheet(report.frozen, uses, await runtime.engine.ledger(), now());
      const sheet = await workbook.addSheet('Sources', rows);
      const left =
        report.skipped.length > 0
          ? ` ${plural(report.skipped.length, 'cell')} with errors stayed formulas.`
          : '';
      const refused =
        report.failed.length > 0
          ? ` Excel did not let ${plural(report.failed.length, 'formula')} be changed; they are formulas still.`
          : '';
      return `${plural(report.frozen.length, 'formula')} frozen; the sheet ${sheet} says where the values came from.${left}${refused}`;
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
            dismiss();
          }}
        >
          <option value="selection">Selected cells</option>
          <option value="sheet">This sheet</option>
          <option value="workbook">Whole workbook</option>
        </Select>
      </Field>
      {says && <p className={found && found.users.length > 0 ? 'sw-warn' : undefined}>{says}</p>}
      <FocusScope className="sw-row">
        {found ? (
          <>
            <Button size="small" appearance="primary" autoFocus onClick={() => void freeze(found.cells)}>
              Freeze {plural(found.cells.length, 'formula')}
              {found.users.length > 0 && ' anyway'}
            </Button>
            <Button size="small" onClick={dismiss}>
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
      </FocusScope>
    </div>
  );
}
