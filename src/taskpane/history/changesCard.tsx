// What changed, by source, the biggest first. An item opens with its line.
import { Button, Spinner } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import type { Item } from '../../history/store';
import { operationOf } from '../../operations';
import { joined, named, t, texts } from '../../languages/t';
import { FailureMessage } from '../controls/actions';
import { Choice } from '../controls/fields';
import { usePane, useDraft, useReading } from '../shell/usePane';
import { moment } from '../text/words';
import type { ItemChange, SourceChanges } from './read/changes';
import { conditionsText } from '../../history/observation';
import { changeText, dayText, sourceText } from './read/historyText';
import { keyOf, readChanges } from './read/overview';
import { fieldTitle, shownValue } from './read/shownValue';
import type { OpenedHistory } from './useHistory';

const page = 8;
const day = 86_400_000;
const spans = { look: undefined, day: day, week: 7 * day, month: 30 * day, all: undefined } as const;
type Span = keyof typeof spans;

interface Properties extends OpenedHistory {
  /** When one looked last; undefined the first time. */
  readonly lookedAt: number | undefined;
  readonly onOpen: (item: Item, field: string) => void;
}

export function ChangesCard({ history, version, lookedAt, onOpen }: Properties) {
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
    <section className="sw-card sw-stack" aria-labelledby="changes-title">
      <h2 id="changes-title">{t('history.whatChanged')}</h2>
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
          onChange={(value) => setSpan(value as Span)}
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
    </section>
  );
}

const isFirstTime = (sources: readonly SourceChanges[] = []) =>
  sources.length > 0 && sources.every(({ changed, unchanged }) => changed.length + unchanged === 0);

interface SourceProperties {
  readonly source: SourceChanges;
  readonly onOpen: (item: Item, field: string) => void;
}

function SourceSection({ source, onOpen }: SourceProperties) {
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
        <Button size="small" onClick={() => setShown(shown + page)}>
          {t('common.showMore')}
        </Button>
      )}
    </section>
  );
}

function ChangeLine({
  change,
  onOpen,
}: {
  readonly change: ItemChange;
  readonly onOpen: SourceProperties['onOpen'];
}) {
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
