// History: what paid results said over time. Everything here is read from what is kept; nothing sends a data request.
import { Button, Spinner } from '@fluentui/react-components';
import { useCallback } from 'react';
import type { Item } from '../../history/store';
import { FailureMessage } from '../controls/failureMessage';
import { usePane } from '../shell/paneContext';
import { useDraft } from '../shell/useDraft';
import { ChangesCard } from './changesCard';
import { ItemsCard } from './itemsCard';
import { ItemView } from './itemView';
import { gatewayMissing } from './read/historyText';
import { keyOf, readItems } from './read/overview';
import { RetentionCard } from './retentionCard';
import { useHistory, useReading, type OpenedHistory } from './useHistory';
import { useLook } from './useLook';
import { useUndoDelete } from './undoDelete';

export function HistoryView() {
  const { data, failure } = useHistory();
  return (
    <div className="sw-view">
      <FailureMessage says={failure} />
      {data ? <Opened {...data} /> : !failure && <Spinner size="small" label="Loading…" />}
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
      return { items: await readItems({ reader }), isPartial: isPartial() };
    }, [history]),
    version,
  );
  const { onDeleted, bar } = useUndoDelete(history);
  const open = (item: Item, field: string) => choose({ key: keyOf(item), field });
  if (failure) return <p className="sw-wrong">{failure}</p>;
  if (!data || !look) return <Spinner size="small" label="Loading…" />;
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
      <h1>History</h1>
      <p className="sw-small">
        How your results changed over time. Reading the history is free: nothing here sends a request or
        spends credits.
      </p>
      {bar}
      {isPartial && <FailureMessage says={gatewayMissing} />}
      {items.length === 0 ? (
        !isPartial && <Empty />
      ) : (
        <>
          <ChangesCard history={history} version={version} lookedAt={look.since} onOpen={open} />
          <ItemsCard history={history} version={version} items={items} onOpen={open} onDeleted={onDeleted} />
        </>
      )}
      <RetentionCard history={history} version={version} />
    </>
  );
}

function Empty() {
  const { open } = usePane();
  return (
    <section className="sw-card" aria-labelledby="no-history">
      <h2 id="no-history">No history yet</h2>
      <p>
        Prices, ratings, and other values from each result that you fetch appear here. After the next refresh,
        you see what changed, with the low, high, and average. Results that are already in your sheets are
        added when you refresh them.
      </p>
      <div className="sw-row">
        <Button size="small" onClick={() => open('build')}>
          Build a formula
        </Button>
      </div>
    </section>
  );
}
