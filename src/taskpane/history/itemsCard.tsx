// Every item there is a history of: to find one, and to export or delete those of a source, or all.
import { Act, Card } from '../controls/actions';
import { useState } from 'react';
import { currencyIn } from '../../history/line';
import { joinRecord } from '../../history/record';
import type { Item } from '../../history/store';
import { operationIds, operationOf, type OperationId } from '../../operations';
import { historyOf } from '../../operations/histories';
import { joined, named, t } from '../../languages/t';
import { Choice, SearchField } from '../controls/fields';
import { usePane, useDraft } from '../shell/usePane';
import { hasWords, plural } from '../text/words';
import { conditionsText } from '../../history/observation';
import { DeleteHistory, type OnDeleted, ExportHistory, ShareFeed } from './historyActions';
import { periodText } from './read/historyText';
import { keyOf } from './read/overview';
import { shownValue } from './read/shownValue';
import type { OpenedHistory } from './useHistory';

const page = 10;

interface Properties extends OpenedHistory {
  readonly items: readonly Item[];
  readonly onOpen: (item: Item, field: string) => void;
  readonly onDeleted: OnDeleted;
  readonly onShared: () => void;
}

export function ItemsCard({ history, items, onOpen, onDeleted, onShared }: Properties) {
  const { gateway } = usePane();
  const [text, setText] = useDraft('history text', () => '');
  const [source, setSource] = useDraft<OperationId | 'all'>('history source', () => 'all');
  const [shown, setShown] = useState(page);
  const present = operationIds.filter((id) => items.some(({ operation }) => operation === id));
  const chosen = source !== 'all' && present.includes(source) ? source : undefined;
  const ofSource = items.filter(({ operation }) => chosen === undefined || operation === chosen);
  const found = ofSource.filter(({ label, id, comparable }) =>
    hasWords(`${label} ${id} ${conditionsText(comparable)}`, text),
  );
  const filter = chosen === undefined ? {} : { operation: chosen };
  return (
    <Card title={t('history.allItems')}>
      <div className="sw-two">
        <SearchField value={text} onChange={setText} />
        <Choice
          label={t('common.source')}
          value={chosen ?? 'all'}
          choices={[
            ['all', t('history.allSources')],
            ...present.map((id) => [id, named(operationOf(id).title)] as const),
          ]}
          onChange={setSource}
        />
      </div>
      <p className="sw-small" role="status">
        {plural(found.length, 'item')}
      </p>
      <ul className="sw-list">
        {found.slice(0, shown).map((item) => (
          <li key={keyOf(item)}>
            <ItemLine item={item} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {found.length > shown && <Act says={t('common.showMore')} onClick={() => setShown(shown + page)} />}
      <ExportHistory
        history={history}
        filter={filter}
        title={chosen === undefined ? t('history.exportAllAsCsv') : t('history.exportSourceAsCsv')}
      />
      <ShareFeed
        key={chosen ?? 'all'}
        history={history}
        open={{
          tables: ['history', 'changes', ...(gateway.sharesLists ? (['matches'] as const) : [])],
          ...(chosen !== undefined && { sources: [chosen] }),
        }}
        name={chosen === undefined ? t('shell.history') : named(operationOf(chosen).title)}
        onMade={onShared}
      />
      <DeleteHistory
        history={history}
        filter={filter}
        label=""
        count={ofSource.length}
        title={chosen === undefined ? t('history.deleteAll') : t('history.deleteSource')}
        onDeleted={onDeleted}
      />
    </Card>
  );
}

function ItemLine({ item, onOpen }: { readonly item: Item; readonly onOpen: Properties['onOpen'] }) {
  const [main] = historyOf(item.operation).followed;
  const conditions = conditionsText(item.comparable);
  const value = item.values[main] ?? null;
  return (
    <button type="button" className="sw-change" onClick={() => onOpen(item, main)}>
      <span title={item.label}>{item.label}</span>
      <span className="sw-number">
        {value === null
          ? ''
          : shownValue(
              item.operation,
              main,
              value,
              currencyIn(item.operation, joinRecord(item.values, {}), main),
            )}
      </span>
      <span className="sw-small">
        {joined('facts', [named(operationOf(item.operation).title), periodText(item.first, item.last)])}
        {conditions && ` (${conditions})`}
      </span>
    </button>
  );
}
