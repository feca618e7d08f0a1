// Freeze: formulas become values and a Sources sheet is written, so that the book opens anywhere without the add-in.
import { Button, Field, Select } from '@fluentui/react-components';
import { useState } from 'react';
import type { CardChoice } from '../../excel/freezing/cardValue';
import { freeze as freezeCells } from '../../excel/freezing/freezing';
import { findSpillUsers } from '../../excel/freezing/spillReferences';
import type { FormulaCell, Scope } from '../../excel/workbook/workbook';
import { BusyButton } from '../controls/busyButton';
import { FocusScope } from '../controls/focusScope';
import { usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';
import { useDraft } from '../shell/useDraft';
import { plural } from '../text/words';
import { foundText, frozenText, nothingFrozen, type Freezable } from './freezeText';
import { sourcesOf } from './freezeSources';
import type { Relink } from './useRelink';

export function FreezeCard({ relink }: { readonly relink: Relink }) {
  const { runtime, workbook, now } = usePane();
  const [scope, setScope] = useDraft<Scope>('freeze scope', () => 'selection');
  const [cards, setCards] = useDraft<CardChoice>('freeze cards', () => 'keep');
  const [frozen, setFrozen] = useDraft<readonly string[]>('frozen', () => []);
  const [found, setFound] = useState<Freezable>();
  const { busy, says, attempt, forget } = useAttempt();
  const dismiss = () => {
    setFound(undefined);
    forget();
  };
  const find = () =>
    attempt(async () => {
      const cells = await workbook.formulas(scope);
      const users = cells.length > 0 ? await findSpillUsers(cells) : [];
      setFound(cells.length > 0 ? { cells, users } : undefined);
      return foundText({ cells, users });
    });
  const freeze = (cells: readonly FormulaCell[]) =>
    attempt(async () => {
      setFound(undefined);
      const uses = runtime.cells.uses();
      const written = { areas: cells.map(({ cell }) => cell) };
      const report = await runtime.holdNew(written, () => freezeCells(cells, { cards, at: now() }));
      // What they asked for and did not get is wanted no more.
      runtime.cells.forget(report.frozen.map(({ cell }) => cell));
      if (report.frozen.length === 0) return nothingFrozen;
      setFrozen((old) => [...new Set([...old, ...report.frozen.map(({ cell }) => cell)])]);
      const rows = await sourcesOf(report.frozen, uses, runtime.engine, () => runtime.history(), now());
      return frozenText(report, await workbook.addSheet('Sources', rows, 'behind'));
    });
  const undo = () => {
    setFrozen([]);
    return relink.bringBack(frozen);
  };
  return (
    <section className="sw-stack" aria-label="Freeze">
      <p className="sw-small">
        Replaces Spillway formulas with their current values and adds a “Sources” sheet, so that anyone can
        open the workbook without the add-in. The formulas are kept in the workbook: anyone who has Spillway
        can read and relink them.
      </p>
      <ScopeSelect
        scope={scope}
        onChange={(next) => {
          setScope(next);
          dismiss();
        }}
      />
      <CardSelect cards={cards} onChange={setCards} />
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
          <BusyButton size="small" busy={busy} onClick={() => void find()}>
            Find formulas
          </BusyButton>
        )}
        {frozen.length > 0 && (
          <Button size="small" disabledFocusable={busy || relink.busy} onClick={() => void undo()}>
            Undo freeze ({frozen.length})
          </Button>
        )}
      </FocusScope>
    </section>
  );
}

interface ScopeProperties {
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

const ScopeSelect = ({ scope, onChange }: ScopeProperties) => (
  <Field label="Freeze">
    <Select size="small" value={scope} onChange={(_event, { value }) => onChange(value as Scope)}>
      <option value="selection">Selected cells</option>
      <option value="sheet">This sheet</option>
      <option value="workbook">Whole workbook</option>
    </Select>
  </Field>
);

interface CardProperties {
  readonly cards: CardChoice;
  readonly onChange: (cards: CardChoice) => void;
}

const CardSelect = ({ cards, onChange }: CardProperties) => (
  <Field label="Cards and pictures">
    <Select size="small" value={cards} onChange={(_event, { value }) => onChange(value as CardChoice)}>
      <option value="keep">Keep them</option>
      <option value="flatten">Plain values</option>
    </Select>
  </Field>
);
