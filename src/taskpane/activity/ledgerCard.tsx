// Every request with what it cost and saved; searchable, and as a sheet.
import { Button, Field, Select } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { operationOf } from '../../operations';
import { SearchField } from '../controls/searchField';
import { failureText } from '../text/failureText';
import { usePane } from '../shell/paneContext';
import { useDraft } from '../shell/useDraft';
import { useLedgerData } from '../shell/useEngine';
import { moment, plural } from '../text/words';
import { creditsText, hasFailed, noteText, outcomeText } from '../text/outcome';
import { filterLedger, ledgerSheet, type OutcomeFilter } from './ledgerRows';
import { requestText, requestTitle } from '../text/requestTitle';

const page = 20;

export function LedgerCard() {
  const { runtime, workbook, now, announce } = usePane();
  const [text, setText] = useDraft('ledger text', () => '');
  const [outcome, setOutcome] = useDraft<OutcomeFilter>('ledger outcome', () => 'all');
  const [shown, setShown] = useState(page);
  const [failure, setFailure] = useState('');
  const entries = useLedgerData(
    useCallback(() => runtime.engine.ledger(), [runtime]),
    [],
  );
  const found = filterLedger(entries, text, outcome);
  const exportSheet = async () => {
    try {
      const name = await workbook.addSheet('Spillway ledger', ledgerSheet(found));
      announce(`Exported to the sheet ${name}`);
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  return (
    <section className="sw-card sw-stack" aria-labelledby="ledger-title">
      <h2 id="ledger-title">Ledger</h2>
      <div className="sw-two">
        <SearchField value={text} onChange={setText} />
        <Field label="Show">
          <Select
            size="small"
            value={outcome}
            onChange={(_event, { value }) => setOutcome(value as OutcomeFilter)}
          >
            <option value="all">All entries</option>
            <option value="spent">Spent credits</option>
            <option value="saved">Saved credits</option>
            <option value="failed">Failed</option>
          </Select>
        </Field>
      </div>
      <p className="sw-small" role="status">
        {plural(found.length, 'entry', 'entries')}
      </p>
      <ul className="sw-list">
        {found.slice(0, shown).map((entry) => (
          <li key={entry.id} className="sw-ledger">
            <span className="sw-cut" title={requestText(entry)}>
              {requestTitle(entry)}
            </span>
            <span className="sw-number">{creditsText(entry)}</span>
            <span className={hasFailed(entry) ? 'sw-small sw-wrong' : 'sw-small'}>
              {outcomeText(entry)}, {operationOf(entry.operation).title}
              {entry.cells.length > 0 &&
                `, ${entry.cells[0]}${entry.cells.length > 1 ? ` +${entry.cells.length - 1}` : ''}`}
            </span>
            <span className="sw-small sw-number">{moment(entry.at, now())}</span>
            {noteText(entry) !== '' && <span className="sw-small sw-note">{noteText(entry)}</span>}
          </li>
        ))}
      </ul>
      {failure && <p className="sw-wrong">{failure}</p>}
      <div className="sw-row">
        {found.length > shown && (
          <Button size="small" onClick={() => setShown(shown + page)}>
            Show more
          </Button>
        )}
        <Button size="small" disabledFocusable={found.length === 0} onClick={() => void exportSheet()}>
          Export to new sheet
        </Button>
      </div>
    </section>
  );
}
