// What can be done with an item, a source or all of the history: a file of it, a feed, and deleting it.
import type { History, DeletedHistory, GatewayHistoryFacts, FeedTable, NewFeed } from '../../excel/runtime';
import type { ItemFilter } from '../../history/store';
import { t } from '../../languages/t';
import { Confirmation, FocusScope, Act, WorkButton } from '../controls/actions';
import { saveFile, usePane, useAttempt, copyText, useReading } from '../shell/usePane';
import { csvOf } from '../text/csv';
import { sheetTime, plural } from '../text/words';
import { historyRows } from './read/historyRows';
import { gatewayMissing, deletedText, deletionText, meantText } from './read/historyText';
import { Checkbox } from '@fluentui/react-components';
import { useState, useCallback } from 'react';
import { Choice, NameForm } from '../controls/fields';
import { feedAddress, pandasLine, powerQuery, tableTitles } from './read/feedText';

interface Properties {
  readonly history: History;
  readonly filter: ItemFilter;
  readonly title: string;
}

/** As a file: one item with what the gateway knows of it, or what is kept in this browser of many. */
export function ExportHistory({ history, filter, title }: Properties) {
  const { now } = usePane();
  const make = async () => {
    const isOne = filter.id !== undefined;
    // Of many items the gateway would be asked thousands of questions; it has a view for that.
    const { reader, isPartial } = history.reading();
    const from = isOne ? reader : history.local;
    const items = await from.items(filter);
    const rows = await historyRows(from, items);
    const day = sheetTime(now()).slice(0, 10);
    saveFile(`spillway-history-${day}.csv`, csvOf(rows), 'text/csv;charset=utf-8');
    const facts = { values: plural(rows.length - 1, 'value'), items: plural(items.length, 'item') };
    const done = isOne ? t('history.exportedOf', facts) : t('history.exportedOfBrowser', facts);
    return isPartial() ? `${done} ${t(gatewayMissing)}` : done;
  };
  return <WorkButton says={title} work={make} />;
}

export type OnDeleted = (deleted: DeletedHistory, sentence: string) => void;

interface DeleteProperties {
  readonly history: History;
  readonly filter: ItemFilter;
  /** Of a single item. */
  readonly label: string;
  readonly count: number;
  readonly title: string;
  readonly onDeleted: OnDeleted;
}

/** After saying what and where. The view offers to undo it. */
export function DeleteHistory({ history, filter, label, count, title, onDeleted }: DeleteProperties) {
  const [question, setQuestion] = useState<{ readonly gateway: GatewayHistoryFacts | undefined }>();
  const [forTeam, setForTeam] = useState(false);
  const { busy, says, attempt, forget } = useAttempt();
  const what = meantText(filter, label, count);
  const ask = async () => {
    setForTeam(false);
    setQuestion({ gateway: await history.gateway.facts().catch(() => undefined) });
  };
  const confirm = async () => {
    const { gateway } = question ?? {};
    setQuestion(undefined);
    let isDone = false;
    await attempt(async () => {
      const deleted = await history.delete(filter, gateway?.scope === 'own' || forTeam);
      const sentence = deletedText(what, deleted.onGateway);
      onDeleted(deleted, sentence);
      isDone = true;
      return sentence;
    });
    // The view says it, with "Undo".
    if (isDone) forget();
  };
  return (
    <FocusScope className="sw-stack">
      {!question ? (
        <Act says={title} busy={busy} isOff={count === 0} onClick={ask} />
      ) : (
        <Confirmation
          question={`${title}?`}
          action={t('common.delete')}
          onConfirm={confirm}
          onCancel={() => setQuestion(undefined)}
        >
          <p>{deletionText(what, question.gateway)}</p>
          {question.gateway?.scope === 'team' && question.gateway.mayDelete && (
            <Checkbox
              label={t('history.alsoDeleteItFor')}
              checked={forTeam}
              onChange={(_event, { checked }) => setForTeam(checked === true)}
            />
          )}
        </Confirmation>
      )}
      {says && <p className="sw-wrong">{says}</p>}
    </FocusScope>
  );
}

interface ShareProperties {
  readonly history: History;
  readonly open: Omit<NewFeed, 'name' | 'days'>;
  /** What the feed is called, unless another name is typed. */
  readonly name: string;
  readonly onMade?: () => void;
}

const days = 90;

/** Makes a code for what is on screen, and shows once how other programs read it. */
export function ShareFeed({ history, open, name, onMade }: ShareProperties) {
  const [step, setStep] = useState<'button' | 'name' | { readonly code: string }>('button');
  const { busy, says, attempt, forget } = useAttempt();
  const { data: mayShare } = useReading(
    useCallback(
      () =>
        history.feeds.list().then(
          (listed) => listed.mayShare,
          () => false,
        ),
      [history],
    ),
  );
  const make = (called: string) =>
    attempt(async () => {
      const { code } = await history.feeds.make({ ...open, name: called, days });
      setStep({ code });
      onMade?.();
      return t('history.theFeedIsReady');
    });
  // A gateway without feeds, or a team whose history one may not share.
  if (!mayShare) return null;
  return (
    <FocusScope className="sw-stack">
      {step === 'button' && (
        <Act says={t('history.shareAsAFeed')} busy={busy} onClick={() => (forget(), setStep('name'))} />
      )}
      {step === 'name' && (
        <>
          <p className="sw-small">{t('history.powerQueryPowerBi', { days })}</p>
          <NameForm
            label={t('history.nameOfTheFeed')}
            initial={name}
            action={t('history.create')}
            busy={busy}
            onSave={make}
            onCancel={() => (forget(), setStep('button'))}
          />
        </>
      )}
      {typeof step === 'object' && (
        <MadeFeed code={step.code} tables={open.tables} onDone={() => (forget(), setStep('button'))} />
      )}
      {says && <p className="sw-small">{says}</p>}
    </FocusScope>
  );
}

interface MadeProperties {
  readonly code: string;
  readonly tables: readonly FeedTable[];
  readonly onDone: () => void;
}

function MadeFeed({ code, tables, onDone }: MadeProperties) {
  const [table, setTable] = useState<FeedTable>(tables[0] ?? 'history');
  const place = { origin: window.location.origin, table, code };
  return (
    <div role="group" aria-label={t('history.howToReadThe')} className="sw-stack">
      <p>{t('history.copyWhatYouNeed')}</p>
      {tables.length > 1 && (
        <Choice
          label={t('history.table')}
          value={table}
          choices={tables.map((one) => [one, t(tableTitles[one])] as const)}
          onChange={setTable}
        />
      )}
      <Copied name={t('common.address')} text={feedAddress(place)} />
      <Copied name={t('history.powerQueryScript')} text={powerQuery(place)} />
      <Copied name={t('history.pandasLine')} text={pandasLine(place)} />
      <Act says={t('history.done')} onClick={onDone} />
    </div>
  );
}

const Copied = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div className="sw-stack">
    <strong>{name}</strong>
    <pre className="sw-diagnostics" role="region" tabIndex={0} aria-label={name}>
      {text}
    </pre>
    <WorkButton
      says={t('common.copy')}
      aria-label={t('history.copy', { name })}
      work={() => copyText(text)}
    />
  </div>
);
