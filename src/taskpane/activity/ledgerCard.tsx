// Every request with what it cost and saved; searchable, and as a sheet.
import { useCallback, useState } from 'react';
import { operationOf } from '../../operations';
import { joined, named, t, texts, type PlainKey } from '../../languages/t';
import { OutcomeText, Act, Card } from '../controls/actions';
import { Choice, SearchField } from '../controls/fields';
import { usePane, useAttempt, useDraft, useLedgerData } from '../shell/usePane';
import { creditsText, hasFailed, noteText, outcomeText, requestText, requestTitle } from '../text/outcome';
import { moment, plural } from '../text/words';
import { filterLedger, ledgerSheet, type OutcomeFilter } from './ledgerRows';

const page = 20;

const outcomeFilters: Readonly<Record<OutcomeFilter, PlainKey>> = {
  all: 'activity.allEntries',
  spent: 'activity.spentCredits',
  saved: 'activity.savedCredits',
  failed: 'activity.failed',
};

export function LedgerCard() {
  const { runtime, workbook, now } = usePane();
  const [text, setText] = useDraft('ledger text', () => '');
  const [outcome, setOutcome] = useDraft<OutcomeFilter>('ledger outcome', () => 'all');
  const [shown, setShown] = useState(page);
  const { busy, says, attempt } = useAttempt();
  const entries = useLedgerData(
    useCallback(() => runtime.engine.ledger(), [runtime]),
    [],
  );
  const found = filterLedger(entries, text, outcome);
  const exportSheet = () =>
    attempt(async () =>
      t('activity.exportedToTheSheet', {
        sheet: await workbook.addSheet('Spillway ledger', ledgerSheet(found)),
      }),
    );
  return (
    <Card title={t('activity.ledger')}>
      <div className="sw-two">
        <SearchField value={text} onChange={setText} />
        <Choice
          label={t('activity.show')}
          value={outcome}
          choices={texts(outcomeFilters)}
          onChange={setOutcome}
        />
      </div>
      <p className="sw-small" role="status">
        {plural(found.length, 'entry')}
      </p>
      <ul className="sw-list">
        {found.slice(0, shown).map((entry) => (
          <li key={entry.id} className="sw-ledger">
            <span className="sw-cut" title={requestText(entry)}>
              {requestTitle(entry)}
            </span>
            <span className="sw-number">
              <bdi>{creditsText(entry)}</bdi>
            </span>
            <span className={hasFailed(entry) ? 'sw-small sw-wrong' : 'sw-small'}>
              {joined('facts', [
                outcomeText(entry),
                named(operationOf(entry.operation).title),
                entry.cells.length > 1 ? `${entry.cells[0]} +${entry.cells.length - 1}` : entry.cells[0],
              ])}
            </span>
            <span className="sw-small sw-number">{moment(entry.at, now())}</span>
            {noteText(entry) !== '' && <span className="sw-small sw-note">{noteText(entry)}</span>}
          </li>
        ))}
      </ul>
      <OutcomeText says={says} />
      <div className="sw-row">
        {found.length > shown && <Act says={t('common.showMore')} onClick={() => setShown(shown + page)} />}
        <Act
          says={t('activity.exportToNewSheet')}
          busy={busy}
          isOff={found.length === 0}
          onClick={exportSheet}
        />
      </div>
    </Card>
  );
}
