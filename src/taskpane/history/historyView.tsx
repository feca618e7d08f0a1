// History: what paid results said over time. Everything here is read from what is kept; nothing sends a data request.
import { Spinner } from '@fluentui/react-components';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { Item } from '../../history/store';
import { FailureMessage, NoticeBar, Act, Card } from '../controls/actions';
import { usePane, useDraft, useAttempt, useCounter, useVersion, useReading } from '../shell/usePane';
import { FeedsCard } from './feedsCard';
import { ItemsCard } from './itemsCard';
import { ItemView } from './itemView';
import { gatewayMissing, undoneText, dayText, changeText, sourceText } from './read/historyText';
import { keyOf, newestItems, readChanges } from './read/overview';
import { useHistory, type OpenedHistory } from './useHistory';
import { lookNow, readHistoryLook, type HistoryLook } from './read/look';
import type { DeletedHistory, History } from '../../excel/runtime';
import { t, joined, named, texts } from '../../languages/t';
import type { OnDeleted } from './historyActions';
import { NumberSetting, Choice } from '../controls/fields';
import { bytes, plural, moment } from '../text/words';
import { operationOf } from '../../operations';
import type { ItemChange, SourceChanges } from './read/changes';
import { conditionsText } from '../../history/observation';
import { fieldTitle, shownValue } from './read/shownValue';

const mega = 1_000_000;

function RetentionCard({ history, version }: OpenedHistory) {
  const { settings } = usePane().runtime;
  useVersion(settings);
  const { failure, attempt } = useAttempt();
  const { data: size } = useReading(
    useCallback(() => history.local.size(), [history]),
    version,
  );
  const { data: gateway } = useReading(
    useCallback(() => history.gateway.facts().catch(() => undefined), [history]),
    version,
  );
  const store = (value: number | undefined) =>
    attempt(() => settings.update({ historyBytes: (value ?? 1) * mega }), t('common.saved'));
  const limit = history.limit();
  return (
    <Card title={t('history.storage')}>
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
        label={t('common.maximumSize')}
        hint={t('history.atTheLimitThe')}
        unit={t('settings.megabytes')}
        value={Math.round(settings.current().historyBytes / mega)}
        min={1}
        max={2_000}
        onStore={store}
      />
      <FailureMessage says={failure} />
    </Card>
  );
}

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
    <NoticeBar
      intent={last.deleted.onGateway === 'failed' ? 'warning' : 'info'}
      says={joined('sentences', [last.sentence, says])}
    >
      <Act says={t('common.undo')} isOff={busy} onClick={() => undo(last)} />
    </NoticeBar>
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
      {data ? <Opened {...data} /> : !failure && <Spinner size="small" label={t('common.loading')} />}
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
  const [shared, onShared] = useCounter();
  const { onDeleted, bar } = useUndoDelete(history);
  const open = (item: Item, field: string) => choose({ key: keyOf(item), field });
  if (failure) return <p className="sw-wrong">{failure}</p>;
  if (!data || !look) return <Spinner size="small" label={t('common.loading')} />;
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
      <h1>{t('shell.history')}</h1>
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
            onShared={onShared}
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
    <Card title={t('history.noHistoryYet')}>
      <p>{t('history.pricesRatingsAndOther')}</p>
      <Act says={t('common.buildAFormula')} onClick={() => open('build')} />
    </Card>
  );
}

const page = 8;
const day = 86_400_000;
const spans = { look: undefined, day: day, week: 7 * day, month: 30 * day, all: undefined } as const;
type Span = keyof typeof spans;

interface Properties extends OpenedHistory {
  /** When one looked last; undefined the first time. */
  readonly lookedAt: number | undefined;
  readonly onOpen: (item: Item, field: string) => void;
}

/** What changed, by source, the biggest first. An item opens with its line. */
function ChangesCard({ history, version, lookedAt, onOpen }: Properties) {
  const { now } = usePane();
  const [span, setSpan] = useDraft<Span>('history span', () => (lookedAt === undefined ? 'all' : 'look'));
  const [mainOnly, setMainOnly] = useDraft('history main', () => true);
  const { data, failure } = useReading(
    useCallback(() => {
      const back = spans[span];
      const since = span === 'look' ? lookedAt : back === undefined ? undefined : now() - back;
      return readChanges(history, since, mainOnly);
    }, [history, lookedAt, span, mainOnly, now]),
    version,
  );
  return (
    <Card title={t('history.whatChanged')}>
      <div className="sw-two">
        <Choice
          label={t('history.since')}
          value={span}
          choices={{
            ...(lookedAt !== undefined && { look: t('history.yourLastVisit') }),
            ...texts({
              day: 'history.yesterday',
              week: 'history.weekAgo',
              month: 'history.monthAgo',
              all: 'history.theBeginning',
            }),
          }}
          onChange={setSpan}
        />
        <Choice
          label={t('history.values')}
          value={mainOnly ? 'main' : 'all'}
          choices={texts({ main: 'history.mainValue', all: 'history.allValues' })}
          onChange={(value) => setMainOnly(value === 'main')}
        />
      </div>
      {span === 'look' && lookedAt !== undefined && (
        <p className="sw-small">{t('history.yourLastVisitWas', { time: moment(lookedAt, now()) })}</p>
      )}
      <FailureMessage says={failure} />
      {!data && !failure && <Spinner size="tiny" label={t('history.comparing')} />}
      {data?.sources.length === 0 && <p className="sw-quiet">{t('history.nothingHasBeenFetched')}</p>}
      {isFirstTime(data?.sources) && <p className="sw-quiet">{t('history.eachItemHasBeen')}</p>}
      {data?.sources.map((source) => (
        <SourceSection key={source.operation} source={source} onOpen={onOpen} />
      ))}
      {data !== undefined && data.elsewhere > 0 && (
        <p className="sw-small">{t('history.moreItemsAreStored', { count: data.elsewhere })}</p>
      )}
    </Card>
  );
}

const isFirstTime = (sources: readonly SourceChanges[] = []) =>
  sources.length > 0 && sources.every(({ changed, unchanged }) => changed.length + unchanged === 0);

function SourceSection({ source, onOpen }: Pick<Properties, 'onOpen'> & { readonly source: SourceChanges }) {
  const [shown, setShown] = useState(page);
  const title = named(operationOf(source.operation).title);
  return (
    <section className="sw-stack" aria-label={title}>
      <div className="sw-card-head sw-baseline">
        <h3>{title}</h3>
        <span className="sw-small sw-end">{sourceText(source)}</span>
      </div>
      {source.changed.length > 0 && (
        <ul className="sw-list">
          {source.changed.slice(0, shown).map((change) => (
            <li key={keyOf(change.item)}>
              <ChangeLine change={change} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {source.changed.length > shown && (
        <Act says={t('common.showMore')} onClick={() => setShown(shown + page)} />
      )}
    </section>
  );
}

function ChangeLine({ change, onOpen }: Pick<Properties, 'onOpen'> & { readonly change: ItemChange }) {
  const { item, field, before, beforeAt, after, share, others, currencies, isOtherOffer } = change;
  const conditions = conditionsText(item.comparable);
  const label = fieldTitle(item.operation, field);
  const also = joined(
    'items',
    others.map((other) => fieldTitle(item.operation, other.field)),
  );
  return (
    <button type="button" className="sw-change" onClick={() => onOpen(item, field)}>
      <span title={item.label}>{item.label}</span>
      <strong className="sw-number">{changeText(share, isOtherOffer)}</strong>
      <span className="sw-small">
        {t('history.fromTo', {
          label,
          before: shownValue(item.operation, field, before, currencies?.[0]),
          day: dayText(beforeAt),
          after: shownValue(item.operation, field, after, currencies?.[1]),
          others: also || 'none',
          conditions: conditions || 'none',
        })}
      </span>
    </button>
  );
}
