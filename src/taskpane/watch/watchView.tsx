// Watches: what the gateway fetches by itself, when, and within which limits. The price of a day and a month is shown before
// anything is agreed to.
import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';
import type { GatewayWatches, ShownAlert, ShownWatch } from '../../excel/runtime';
import { ConfirmButton } from '../controls/confirmation';
import { FailureMessage, Outcome } from '../controls/failureMessage';
import { usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';
import { failureText } from '../text/failureText';
import { credits, moment } from '../text/words';
import { alertKey, AlertsCard } from './alertsCard';
import { conditionText } from './conditionText';
import { WatchForm } from './watchForm';
import { lastText, priceText, scheduleText, spentText, stateText } from './watchText';

interface Known {
  readonly watches: GatewayWatches;
  readonly list: readonly ShownWatch[];
  readonly keepsKey: boolean;
  readonly hosts: readonly string[];
  readonly alerts: readonly ShownAlert[];
}

/** Milliseconds between two looks while something runs, and otherwise. */
const soon = 1_500;
const later = 30_000;

function useWatches() {
  const { runtime } = usePane();
  const [known, setKnown] = useState<Known>();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [fault, setFault] = useState('');
  const [version, setVersion] = useState(0);
  const reload = useCallback(() => setVersion((count) => count + 1), []);
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before: string | undefined;
    const look = async () => {
      let pause = later;
      try {
        const watches = await runtime.watches();
        const [{ watches: list, keepsKey, hosts }, { alerts }] = await Promise.all([
          watches.list(true),
          watches.alerts(),
        ]);
        if (isGone) return;
        if (list.some(({ running, asked }) => running ?? asked)) pause = soon;
        setKnown({ watches, list, keepsKey, hosts, alerts });
        // Formulas that show how the watches are.
        const state = JSON.stringify(list.map((watch) => [watch.id, watch.state, watch.nextAt, watch.last]));
        if (before !== undefined && before !== state) watches.changed();
        before = state;
        const unseen = alerts.filter((alert) => alert.unseen);
        if (unseen.length > 0) {
          setFresh((before) => new Set([...before, ...unseen.map(alertKey)]));
          void watches.seen(unseen).then(
            () => watches.changed(),
            () => undefined,
          );
        }
        setFault('');
      } catch (error) {
        if (!isGone) setFault(failureText(error));
      }
      if (!isGone) timer = setTimeout(() => void look(), pause);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [runtime, version]);
  return { known, fresh, fault, reload };
}

export function WatchView() {
  const { known, fresh, fault, reload } = useWatches();
  return (
    <div className="sw-view">
      <h1 className="sw-unseen">Watches</h1>
      <FailureMessage says={fault} />
      {known && (
        <>
          <AlertsCard alerts={known.alerts} fresh={fresh} />
          <section className="sw-card sw-stack" aria-labelledby="watch-title">
            <h2 id="watch-title">Watch this</h2>
            <p className="sw-small">
              The gateway fetches these results on a schedule, also while Excel is closed. When you open the
              workbook, they are there at no extra cost.
            </p>
            <WatchForm
              watches={known.watches}
              keepsKey={known.keepsKey}
              hosts={known.hosts}
              onDone={reload}
            />
          </section>
          <section className="sw-card sw-stack" aria-labelledby="watches-title">
            <h2 id="watches-title">Your watches</h2>
            {known.list.length === 0 && <p>There are none yet.</p>}
            <ul className="sw-list">
              {known.list.map((watch) => (
                <li key={watch.id}>
                  <WatchLine watch={watch} watches={known.watches} hosts={known.hosts} onChange={reload} />
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </div>
  );
}

function ConditionLine({ watch: { conditions = [], requests, crowded } }: { readonly watch: ShownWatch }) {
  if (conditions.length === 0) return null;
  const operations = [...new Set(requests.map(({ operation }) => operation))];
  const all = conditions.map((condition) => conditionText(condition, operations)).join('; ');
  return (
    <span className="sw-small">
      {`Alerts: ${all}.`}
      {crowded && ' There are more items than alerts can follow: 1,000 for each of them.'}
    </span>
  );
}

function WebhookLine({ watch: { webhook } }: { readonly watch: ShownWatch }) {
  if (!webhook) return null;
  const { url, form, secret, trouble } = webhook;
  return (
    <>
      <span className="sw-small">{`Alerts are also sent to ${new URL(url).host}.`}</span>
      {form === 'standard' && (
        <span className="sw-small sw-wrapped">
          Check signatures with <code>{secret}</code>.
        </span>
      )}
      {trouble !== undefined && <span className="sw-warn sw-small">{trouble}</span>}
    </>
  );
}

interface LineProperties {
  readonly watch: ShownWatch;
  readonly watches: GatewayWatches;
  readonly hosts: readonly string[];
  readonly onChange: () => void;
}

function WatchLine({ watch, watches, hosts, onChange }: LineProperties) {
  const { now } = usePane();
  const { busy, says, attempt } = useAttempt();
  const [editing, setEditing] = useState(false);
  const { id, name, state, price, endsUnseenAt } = watch;
  const act = (work: () => Promise<void>, sentence: string) =>
    void attempt(async () => {
      await work();
      onChange();
      return sentence;
    });
  const done = () => {
    setEditing(false);
    onChange();
  };
  return (
    <div role="group" aria-label={name} className="sw-stack">
      <strong>{name}</strong>
      <span className="sw-small">
        {scheduleText(watch.schedule)}. {stateText(watch, now())} {lastText(watch, now())}
      </span>
      <span className="sw-small">
        {priceText(price)} {spentText(watch)}
      </span>
      <ConditionLine watch={watch} />
      <WebhookLine watch={watch} />
      {endsUnseenAt !== undefined && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            This watch was about to end on {moment(endsUnseenAt, now())}, because nobody had looked at it. Now
            you have.
          </MessageBarBody>
        </MessageBar>
      )}
      {editing ? (
        <WatchForm watches={watches} keepsKey={false} hosts={hosts} edited={watch} onDone={done} />
      ) : (
        <div className="sw-row">
          {state === 'on' ? (
            <Button
              size="small"
              disabledFocusable={busy}
              onClick={() => act(() => watches.change(id, { state: 'paused' }), 'Paused.')}
            >
              Pause
            </Button>
          ) : (
            <ConfirmButton
              label="Resume"
              question={`Resume ${name}?`}
              action="Resume"
              onConfirm={() => act(() => watches.change(id, { state: 'on' }, price), 'Resumed.')}
            >
              <p>{priceText(price)}</p>
            </ConfirmButton>
          )}
          {state !== 'ended' && (
            <ConfirmButton
              label="Run now"
              question={`Run ${name} now?`}
              action={`Run (${credits(price.run)})`}
              onConfirm={() => act(() => watches.run(id, price), 'It starts in a moment.')}
            >
              <p>
                Results that somebody has just fetched cost nothing. At most {credits(price.run)} are spent.
              </p>
            </ConfirmButton>
          )}
          <Button size="small" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <ConfirmButton
            label="Delete"
            question={`Delete ${name}?`}
            action="Delete"
            onConfirm={() => act(() => watches.remove(id), 'Deleted.')}
          >
            <p>Nothing more is fetched for it. What it fetched stays in the history.</p>
          </ConfirmButton>
        </div>
      )}
      <Outcome says={says} />
    </div>
  );
}
