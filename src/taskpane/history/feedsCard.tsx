// The feeds that one has made: what each shows, when it was last read, and revoking it. A feed of a result can show another one at the
// same address, so that whoever reads it notices nothing when a formula is edited.
import { Field, Select } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import type { Feed, History } from '../../excel/runtime';
import type { KeptRequest } from '../../history/store';
import { operationIds, operationOf } from '../../operations';
import { ConfirmButton } from '../controls/confirmation';
import { useAttempt } from '../shell/useAttempt';
import { conditionsText } from './read/conditions';
import { tableTitles } from './read/feedText';
import { dayText } from './read/historyText';
import { ShareFeed } from './shareFeed';
import { useReading, type OpenedHistory } from './useHistory';

const requestText = ({ operation, params }: KeptRequest): string =>
  `${operationOf(operation).title}: ${conditionsText(JSON.stringify(params))}`;

/** Nothing where the gateway serves no feeds. */
export function FeedsCard({ history, version }: OpenedHistory) {
  const [changes, setChanges] = useState(0);
  const onChange = () => setChanges((count) => count + 1);
  const { data } = useReading(
    useCallback(async () => {
      const listed = await history.feeds.list().catch(() => undefined);
      const requests =
        listed && (await Promise.all(operationIds.map((id) => history.reader.requests(id)))).flat();
      return listed && { ...listed, requests: requests ?? [] };
    }, [history]),
    version + changes,
  );
  const hasResult = data?.mayShare && data.requests.length > 0;
  if (!data || (!hasResult && data.feeds.length === 0)) return null;
  return (
    <section className="sw-card sw-stack" aria-labelledby="feeds-title">
      <h2 id="feeds-title">Feeds</h2>
      <p className="sw-small">
        Your history and results for Power Query, Power BI, and Python. Reading them is free.
      </p>
      {hasResult && <ShareResult history={history} requests={data.requests} onMade={onChange} />}
      <ul className="sw-list">
        {data.feeds.map((feed) => (
          <li key={feed.id}>
            <FeedLine history={history} feed={feed} requests={data.requests} onChange={onChange} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ResultProperties {
  readonly history: History;
  readonly requests: readonly KeptRequest[];
  readonly onMade: () => void;
}

function ShareResult({ history, requests, onMade }: ResultProperties) {
  const [chosen, choose] = useState('');
  const found = requests.find(({ request }) => request === chosen) ?? requests[0];
  if (!found) return null;
  return (
    <>
      <RequestSelect label="Result" value={found.request} requests={requests} onChoose={choose} />
      <ShareFeed
        key={found.request}
        history={history}
        open={{ tables: ['result'], sources: [found.operation], request: found.request }}
        name={requestText(found).slice(0, 60)}
        onMade={onMade}
      />
    </>
  );
}

interface SelectProperties {
  readonly label: string;
  readonly value: string;
  readonly requests: readonly KeptRequest[];
  readonly onChoose: (request: string) => void;
}

const RequestSelect = ({ label, value, requests, onChoose }: SelectProperties) => (
  <Field label={label}>
    <Select size="small" value={value} onChange={(_event, chosen) => onChoose(chosen.value)}>
      {requests.map((one) => (
        <option key={one.request} value={one.request}>
          {requestText(one)}
        </option>
      ))}
    </Select>
  </Field>
);

interface LineProperties {
  readonly history: History;
  readonly feed: Feed;
  readonly requests: readonly KeptRequest[];
  readonly onChange: () => void;
}

function FeedLine({ history, feed, requests, onChange }: LineProperties) {
  const { id, name, tables, expiresAt, usedAt, request } = feed;
  const { says, attempt } = useAttempt();
  const act = (work: () => Promise<void>, sentence: string) =>
    void attempt(async () => {
      await work();
      onChange();
      return sentence;
    });
  return (
    <div role="group" aria-label={name} className="sw-stack">
      <strong>{name}</strong>
      <span className="sw-small">
        {tables.map((table) => tableTitles[table]).join(', ')}, until {dayText(expiresAt)},{' '}
        {usedAt === undefined ? 'not read yet' : `last read ${dayText(usedAt)}`}
        {!feed.isMine && ', made by someone else'}
      </span>
      {feed.isMine && request !== undefined && requests.length > 1 && (
        <RequestSelect
          label="Shows"
          value={request}
          requests={requests}
          onChoose={(other) =>
            act(
              () => history.feeds.show(id, other),
              'The feed shows this result now. Its address is the same.',
            )
          }
        />
      )}
      <ConfirmButton
        label="Revoke"
        question={`Revoke ${name}?`}
        action="Revoke"
        onConfirm={() => act(() => history.feeds.revoke(id), 'Revoked.')}
      >
        <p>Whoever reads this feed gets nothing from now on. This can’t be undone.</p>
      </ConfirmButton>
      {says && <p className="sw-small">{says}</p>}
    </div>
  );
}
