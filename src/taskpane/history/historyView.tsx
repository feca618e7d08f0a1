// History: what paid results said over time. Everything here is read from what is kept; nothing sends a data request.
import { Button, Spinner, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { Item } from '../../history/store';
import { FailureMessage } from '../controls/actions';
import { usePane, useDraft, useAttempt, useVersion, useReading } from '../shell/usePane';
import { ChangesCard } from './changesCard';
import { FeedsCard } from './feedsCard';
import { ItemsCard } from './itemsCard';
import { ItemView } from './itemView';
import { gatewayMissing, undoneText, dayText } from './read/historyText';
import { keyOf, newestItems } from './read/overview';
import { useHistory, type OpenedHistory } from './useHistory';
import { lookNow, readHistoryLook, type HistoryLook } from './read/look';
import type { DeletedHistory, History } from '../../excel/runtime';
import { t } from '../../languages/t';
import type { OnDeleted } from './deleteHistory';
import { NumberSetting } from '../controls/fields';
import { failureText } from '../text/failureText';
import { bytes, plural } from '../text/words';

// How much is kept, how much may be, and what was thinned to stay within that.

const mega = 1_000_000;

function RetentionCard({ history, version }: OpenedHistory) {
  const { runtime, announce } = usePane();
  const { settings } = runtime;
  useVersion(useCallback((listener: () => void) => settings.subscribe(listener), [settings]));
  const [wrong, setWrong] = useState('');
  const { data: size } = useReading(
    useCallback(() => history.local.size(), [history]),
    version,
  );
  const { data: gateway } = useReading(
    useCallback(() => history.gateway.facts().catch(() => undefined), [history]),
    version,
  );
  const store = async (value: number | undefined) => {
    try {
      await settings.update({ historyBytes: (value ?? 1) * mega });
      setWrong('');
      announce(t('history.saved'));
    } catch (error) {
      setWrong(failureText(error));
    }
  };
  const limit = history.limit();
  return (
    <section className="sw-card sw-stack" aria-labelledby="kept-title">
      <h2 id="kept-title">{t('history.storage')}</h2>
      {size && (
        <p>
          {t('history.inThisBrowserOf', {
            items: plural(size.items, 'item'),
            size: bytes(size.bytes),
            limit: bytes(limit),
          })}
          {gateway &&
            ` ${t('history.onTheGateway', {
              scope: gateway.scope,
              items: plural(gateway.items, 'item'),
              size: bytes(gateway.bytes),
            })}`}
        </p>
      )}
      {size?.thinnedBefore !== undefined && (
        <p className="sw-warn">{t('history.toStayWithinThe', { day: dayText(size.thinnedBefore) })}</p>
      )}
      {size?.droppedBefore !== undefined && (
        <p className="sw-warn">{t('history.toStayWithinThe2', { day: dayText(size.droppedBefore) })}</p>
      )}
      <NumberSetting
        label={t('history.maximumSize')}
        help={t('history.atTheLimitThe')}
        unit={t('settings.megabytes')}
        value={Math.round(settings.current().historyBytes / mega)}
        min={1}
        max={2_000}
        onStore={(value) => void store(value)}
      />
      {wrong && <p className="sw-wrong">{wrong}</p>}
    </section>
  );
}

// After something was deleted: what, where, and "Undo".

interface LastDeleted {
  readonly deleted: DeletedHistory;
  readonly sentence: string;
}

function useUndoDelete(history: History): { readonly onDeleted: OnDeleted; readonly bar: ReactNode } {
  const [last, setLast] = useDraft<LastDeleted | undefined>('history deleted', () => undefined);
  const [isOver, setOver] = useState(false);
  const { busy, says, attempt, forget } = useAttempt();
  const undo = ({ deleted }: LastDeleted) =>
    attempt(async () => {
      const back = await history.undo(deleted);
      setLast(undefined);
      setOver(true);
      return t(undoneText[back]);
    });
  const bar = last ? (
    <MessageBar intent={last.deleted.onGateway === 'failed' ? 'warning' : 'info'} layout="multiline">
      <MessageBarBody>
        {last.sentence}
        {says && ` ${says}`}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" disabledFocusable={busy} onClick={() => void undo(last)}>
          {t('common.undo')}
        </Button>
      </MessageBarActions>
    </MessageBar>
  ) : (
    isOver && says && <p className="sw-small">{says}</p>
  );
  return {
    onDeleted: (deleted, sentence) => {
      forget();
      setOver(false);
      setLast({ deleted, sentence });
    },
    bar,
  };
}

// When the history was last looked at: read when the view opens, written down then and when it is left.

const name = 'historyLook';

/** Undefined until it is known. */
function useLook(): HistoryLook | undefined {
  const { runtime, now, drafts } = usePane();
  const [look, setLook] = useState<HistoryLook>();
  useEffect(() => {
    let over = false;
    let current: HistoryLook | undefined;
    const write = (next: HistoryLook) => {
      drafts.write(name, next);
      // Without a store, it lasts as long as the pane.
      runtime.strings.set(name, JSON.stringify(next)).catch(() => undefined);
    };
    void runtime.strings
      .get(name)
      .catch(() => undefined)
      .then((text) => {
        current = lookNow(readHistoryLook(text) ?? drafts.read<HistoryLook>(name), now());
        write(current);
        if (!over) setLook(current);
      });
    return () => {
      over = true;
      if (current) write({ ...current, at: now() });
    };
  }, [runtime, now, drafts]);
  return look;
}

export function HistoryView() {
  const { data, failure } = useHistory();
  return (
    <div className="sw-view">
      <FailureMessage says={failure} />
      {data ? <Opened {...data} /> : !failure && <Spinner size="small" label={t('history.loading')} />}
    </div>
  );
}

interface Chosen {
  readonly key: string;
  readonly field: string;
}

function Opened({ history, version }: OpenedHistory) {
  const look = useLook();
  const [chosen, choose] = useDraft<Chosen | undefined>('history item', () => undefined);
  const { data, failure } = useReading(
    useCallback(async () => {
      const { reader, isPartial } = history.reading();
      return { items: await newestItems({ reader }), isPartial: isPartial() };
    }, [history]),
    version,
  );
  const [shared, setShared] = useState(0);
  const { onDeleted, bar } = useUndoDelete(history);
  const open = (item: Item, field: string) => choose({ key: keyOf(item), field });
  if (failure) return <p className="sw-wrong">{failure}</p>;
  if (!data || !look) return <Spinner size="small" label={t('history.loading')} />;
  const { items, isPartial } = data;
  const item = items.find((one) => keyOf(one) === chosen?.key);
  if (chosen && item)
    return (
      <ItemView
        key={chosen.key}
        history={history}
        version={version}
        item={item}
        field={chosen.field}
        onField={(field) => choose({ key: chosen.key, field })}
        onBack={() => choose(undefined)}
        onDeleted={(deleted, sentence) => {
          onDeleted(deleted, sentence);
          choose(undefined);
        }}
      />
    );
  return (
    <>
      <h1>{t('history.history')}</h1>
      <p className="sw-small">{t('history.howYourResultsChanged')}</p>
      {bar}
      {isPartial && <FailureMessage says={t(gatewayMissing)} />}
      {items.length === 0 ? (
        !isPartial && <Empty />
      ) : (
        <>
          <ChangesCard history={history} version={version} lookedAt={look.since} onOpen={open} />
          <ItemsCard
            history={history}
            version={version}
            items={items}
            onOpen={open}
            onDeleted={onDeleted}
            onShared={() => setShared((count) => count + 1)}
          />
        </>
      )}
      <FeedsCard history={history} version={version + shared} />
      <RetentionCard history={history} version={version} />
    </>
  );
}

function Empty() {
  const { open } = usePane();
  return (
    <section className="sw-card" aria-labelledby="no-history">
      <h2 id="no-history">{t('history.noHistoryYet')}</h2>
      <p>{t('history.pricesRatingsAndOther')}</p>
      <div className="sw-row">
        <Button size="small" onClick={() => open('build')}>
          {t('history.buildAFormula')}
        </Button>
      </div>
    </section>
  );
}
