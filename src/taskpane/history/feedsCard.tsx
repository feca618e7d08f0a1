// The feeds that one has made: what each shows, when it was last read, and revoking it. A feed of a result or a table can show
// another one at the same address, so that whoever reads it notices nothing when a formula is edited.
import { Field, Select } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import type { Feed, History } from '../../excel/runtime';
import { operationIds } from '../../operations';
import { joined, t } from '../../languages/t';
import { ConfirmButton, OutcomeText, Card } from '../controls/actions';
import { usePane, useAttempt, useCounter, useReading } from '../shell/usePane';
import { tableTitles, shareableResult, shareableKey, tablesOf, type Shareable } from './read/feedText';
import { dayText } from './read/historyText';
import { ShareFeed } from './historyActions';
import type { OpenedHistory } from './useHistory';

/** Nothing where the gateway serves no feeds. */
export function FeedsCard({ history, version }: OpenedHistory) {
  const { cells } = usePane().runtime;
  const [changes, onChange] = useCounter();
  const { data } = useReading(
    useCallback(async () => {
      const listed = await history.feeds.list().catch(() => undefined);
      const requests =
        listed && (await Promise.all(operationIds.map((id) => history.reader.requests(id)))).flat();
      const known = new Set(requests?.map(({ request }) => request));
      const tables = tablesOf(cells.uses()).filter((one) => one.requests.some((each) => known.has(each)));
      return listed && { ...listed, all: [...tables, ...(requests?.map(shareableResult) ?? [])] };
    }, [history, cells]),
    version + changes,
  );
  const hasResult = data?.mayShare && data.all.length > 0;
  if (!data || (!hasResult && data.feeds.length === 0)) return null;
  return (
    <Card title={t('history.feeds')}>
      <p className="sw-small">{t('history.yourHistoryResultsAnd')}</p>
      {hasResult && <ShareResult history={history} all={data.all} onMade={onChange} />}
      <ul className="sw-list">
        {data.feeds.map((feed) => (
          <li key={feed.id}>
            <FeedLine history={history} feed={feed} all={data.all} onChange={onChange} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ResultProperties {
  readonly history: History;
  readonly all: readonly Shareable[];
  readonly onMade: () => void;
}

function ShareResult({ history, all, onMade }: ResultProperties) {
  const [chosen, choose] = useState('');
  const found = all.find(({ requests }) => shareableKey(requests) === chosen) ?? all[0];
  if (!found) return null;
  const key = shareableKey(found.requests);
  return (
    <>
      <ShareableSelect label={t('history.resultOrTable')} value={key} all={all} onChoose={choose} />
      <ShareFeed
        key={key}
        history={history}
        open={{ tables: ['result'], sources: [found.operation], requests: found.requests }}
        name={found.title.slice(0, 60)}
        onMade={onMade}
      />
    </>
  );
}

interface SelectProperties {
  readonly label: string;
  readonly value: string;
  readonly all: readonly Omit<Shareable, 'operation'>[];
  readonly onChoose: (key: string) => void;
}

const kinds = { table: 'history.tablesInThisWorkbook', result: 'common.results' } as const;

const ShareableSelect = ({ label, value, all, onChoose }: SelectProperties) => (
  <Field label={label}>
    <Select size="small" value={value} onChange={(_event, chosen) => onChoose(chosen.value)}>
      {(['table', 'result'] as const)
        .map((kind) => ({ kind, of: all.filter((one) => one.kind === kind) }))
        .filter(({ of }) => of.length > 0)
        .map(({ kind, of }) => (
          <optgroup key={kind} label={t(kinds[kind])}>
            {of.map(({ title, requests }) => (
              <option key={shareableKey(requests)} value={shareableKey(requests)}>
                {title}
              </option>
            ))}
          </optgroup>
        ))}
    </Select>
  </Field>
);

interface LineProperties {
  readonly history: History;
  readonly feed: Feed;
  readonly all: readonly Shareable[];
  readonly onChange: () => void;
}

function FeedLine({ history, feed, all, onChange }: LineProperties) {
  const { id, name, tables, expiresAt, usedAt } = feed;
  const shows = feed.requests ?? (feed.request === undefined ? [] : [feed.request]);
  const key = shareableKey(shows);
  const isKnown = all.some(({ requests }) => shareableKey(requests) === key);
  const options = isKnown ? all : [...all, sharedBefore(feed, shows)];
  const { says, attempt } = useAttempt();
  const act = (work: () => Promise<void>, sentence: string) => attempt(() => work().then(onChange), sentence);
  return (
    <div role="group" aria-label={name} className="sw-stack">
      <strong>{name}</strong>
      <span className="sw-small">
        {joined('facts', [
          ...tables.map((table) => t(tableTitles[table])),
          t('history.until', { day: dayText(expiresAt) }),
          usedAt === undefined ? t('history.notReadYet') : t('history.lastRead', { day: dayText(usedAt) }),
          !feed.isMine && t('history.madeBySomeoneElse'),
        ])}
      </span>
      {feed.isMine && shows.length > 0 && options.length > 1 && (
        <ShareableSelect
          label={t('history.shows')}
          value={key}
          all={options}
          onChoose={(other) => {
            const found = options.find(({ requests }) => shareableKey(requests) === other);
            if (found)
              void act(
                () => history.feeds.show(id, found.requests),
                t('history.theFeedShowsThis', { kind: found.kind }),
              );
          }}
        />
      )}
      <ConfirmButton
        label={t('history.revoke')}
        question={t('history.revoke2', { name })}
        action={t('history.revoke')}
        onConfirm={() => act(() => history.feeds.revoke(id), t('history.revoked'))}
      >
        <p>{t('history.whoeverReadsThisFeed')}</p>
      </ConfirmButton>
      <OutcomeText says={says} />
    </div>
  );
}

/** What a feed shows though no sheet asks for it as it was: a formula was edited, or it is of another workbook. */
const sharedBefore = ({ name }: Feed, requests: readonly string[]): Omit<Shareable, 'operation'> => ({
  kind: requests.length > 1 ? 'table' : 'result',
  title: t('history.asItWasShared', { name }),
  requests,
});
