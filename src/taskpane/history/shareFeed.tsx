// "Share as a feed": makes a code for what is on screen, and shows once how other programs read it.
import { Button } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import type { FeedTable, History, NewFeed } from '../../excel/runtime';
import { t } from '../../languages/t';
import { BusyButton, FocusScope } from '../controls/actions';
import { Choice, NameForm } from '../controls/fields';
import { copyText, useAttempt, useReading } from '../shell/usePane';
import { feedAddress, pandasLine, powerQuery, tableTitles } from './read/feedText';

interface Properties {
  readonly history: History;
  readonly open: Omit<NewFeed, 'name' | 'days'>;
  /** What the feed is called, unless another name is typed. */
  readonly name: string;
  readonly onMade?: () => void;
}

const days = 90;

export function ShareFeed({ history, open, name, onMade }: Properties) {
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
        <BusyButton size="small" busy={busy} onClick={() => (forget(), setStep('name'))}>
          {t('history.shareAsAFeed')}
        </BusyButton>
      )}
      {step === 'name' && (
        <>
          <p className="sw-small">{t('history.powerQueryPowerBi', { days })}</p>
          <NameForm
            label={t('history.nameOfTheFeed')}
            initial={name}
            action={t('history.create')}
            onSave={(called) => void make(called)}
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
          onChange={(value) => setTable(value as FeedTable)}
        />
      )}
      <Copied name={t('history.feedAddress')} text={feedAddress(place)} />
      <Copied name={t('history.powerQueryScript')} text={powerQuery(place)} />
      <Copied name={t('history.pandasLine')} text={pandasLine(place)} />
      <div className="sw-row">
        <Button size="small" onClick={onDone}>
          {t('history.done')}
        </Button>
      </div>
    </div>
  );
}

function Copied({ name, text }: { readonly name: string; readonly text: string }) {
  const { says, attempt } = useAttempt();
  return (
    <div className="sw-stack">
      <strong>{name}</strong>
      <pre className="sw-diagnostics" role="region" tabIndex={0} aria-label={name}>
        {text}
      </pre>
      <div className="sw-row">
        <Button
          size="small"
          aria-label={t('history.copy', { name })}
          onClick={() => void attempt(() => copyText(text))}
        >
          {t('common.copy')}
        </Button>
        {says && <span className="sw-small">{says}</span>}
      </div>
    </div>
  );
}
