// Watches: what the gateway fetches by itself, when, and within which limits. The price of a day and a month is shown before
// anything is agreed to.
import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';
import type { GatewayWatches, ShownAlert, ShownWatch } from '../../excel/runtime';
import { t } from '../../languages/t';
import { ownLists } from '../../excel/watch/ownProducts';
import { ConfirmButton } from '../controls/confirmation';
import { FailureMessage, Outcome } from '../controls/failureMessage';
import { usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';
import { failureText } from '../text/failureText';
import { credits, moment, plural } from '../text/words';
import { mailTimes, type AllowedAddresses } from '../controls/addressFields';
import { conditionText } from './conditionText';
import { WatchForm } from './watchForm';
import { lastText, ownText, priceText, scheduleText, spentText, stateText } from './watchText';
import { alertText } from '../../history/watchAlert';

interface Known {
  readonly watches: GatewayWatches;
  readonly list: readonly ShownWatch[];
  readonly keepsKey: boolean;
  readonly allowed: AllowedAddresses;
  readonly alerts: readonly ShownAlert[];
  /** Of everyone else, for an administrator. */
  readonly others: readonly ShownWatch[];
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
    const look = async () => {
      let pause = later;
      try {
        const watches = await runtime.watches();
        const [{ watches: list, keepsKey, isAdmin, hosts, mailDomains }, { alerts }] = await Promise.all([
          watches.list(true),
          watches.alerts(),
        ]);
        const others = isAdmin ? await watches.others() : [];
        if (isGone) return;
        if (list.some(({ running, asked }) => running ?? asked)) pause = soon;
        setKnown({ watches, list, keepsKey, allowed: { hosts, mailDomains }, alerts, others });
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
              allowed={known.allowed}
              onDone={reload}
            />
          </section>
          <section className="sw-card sw-stack" aria-labelledby="watches-title">
            <h2 id="watches-title">Your watches</h2>
            {known.list.length === 0 && <p>There are none yet.</p>}
            <WatchList {...known} onChange={reload} />
          </section>
          {known.others.length > 0 && (
            <section className="sw-card sw-stack" aria-labelledby="others-title">
              <h2 id="others-title">Watches of others</h2>
              <p className="sw-small">You are an administrator: you can pause and delete them.</p>
              <WatchList {...known} list={known.others} onChange={reload} />
            </section>
          )}
        </>
      )}
    </div>
  );
}

const mostListed = 200;

function WatchList({ list, watches, allowed, onChange }: ListProperties) {
  const rest = list.length - mostListed;
  return (
    <>
      <ul className="sw-list">
        {list.slice(0, mostListed).map((watch) => (
          <li key={watch.id}>
            <WatchLine watch={watch} watches={watches} allowed={allowed} onChange={onChange} />
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="sw-small">{`And ${rest.toLocaleString('en')} more.`}</p>}
    </>
  );
}

function ConditionLine({ watch }: { readonly watch: ShownWatch }) {
  const { now } = usePane();
  const { conditions = [], ownConditions = [], ownProducts, ownAt, requests, crowded } = watch;
  if (conditions.length + ownConditions.length === 0) return null;
  const operations = [...new Set(requests.map(({ operation }) => operation))];
  const all = [...conditions, ...ownConditions]
    .map((condition) => conditionText(condition, operations))
    .join('; ');
  return (
    <span className="sw-small">
      {`Alerts: ${all}.`}
      {ownProducts &&
        ` ${ownText(ownProducts)}${ownAt === undefined ? '' : `, as of ${moment(ownAt, now())}`}.`}
      {crowded && ' There are more items than alerts can follow: 1,000 for each of them.'}
    </span>
  );
}

function EmailLine({ watch: { email } }: { readonly watch: ShownWatch }) {
  if (!email) return null;
  const { to, when, trouble } = email;
  return (
    <>
      <span className="sw-small sw-wrapped">
        {`Alerts are mailed to ${to}: ${t(mailTimes[when]).replace(/^./, (first) => first.toLowerCase())}.`}
      </span>
      {trouble !== undefined && <span className="sw-warn sw-small">{trouble}</span>}
    </>
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

interface ListProperties extends Pick<Known, 'list' | 'watches' | 'allowed'> {
  readonly onChange: () => void;
}

interface LineProperties extends Omit<ListProperties, 'list'> {
  readonly watch: ShownWatch;
}

function WatchLine({ watch, watches, allowed, onChange }: LineProperties) {
  const { now } = usePane();
  const { busy, says, attempt } = useAttempt();
  const [editing, setEditing] = useState(false);
  const { id, name, state, price, endsUnseenAt, own, owner } = watch;
  const isOnce = watch.schedule.kind === 'once';
  const act = (work: () => Promise<void>, sentence: string) =>
    void attempt(async () => {
      await work();
      onChange();
      return sentence;
    });
  const remove = async (watch: string) => {
    await watches.remove(watch);
    await (await ownLists()).remove(watch).catch(() => undefined);
  };
  const done = () => {
    setEditing(false);
    onChange();
  };
  return (
    <div role="group" aria-label={name} className="sw-stack">
      <strong>{name}</strong>
      {!own && <span className="sw-small">{`Of ${owner}.`}</span>}
      <span className="sw-small">
        {scheduleText(watch.schedule)}. {stateText(watch, now())} {lastText(watch, now())}
      </span>
      <span className="sw-small">
        {isOnce ? `At most ${credits(price.run)}.` : `${priceText(price)} ${spentText(watch)}`}
      </span>
      <ConditionLine watch={watch} />
      <EmailLine watch={watch} />
      <WebhookLine watch={watch} />
      {own && endsUnseenAt !== undefined && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            This watch was about to end on {moment(endsUnseenAt, now())}, because nobody had looked at it. Now
            you have.
          </MessageBarBody>
        </MessageBar>
      )}
      {editing ? (
        <WatchForm watches={watches} keepsKey={false} allowed={allowed} edited={watch} onDone={done} />
      ) : (
        <div className="sw-row">
          {state === 'on' && (
            <Button
              size="small"
              disabledFocusable={busy}
              onClick={() =>
                act(() => watches.change(id, { state: 'paused' }), isOnce ? 'Stopped.' : 'Paused.')
              }
            >
              {isOnce ? 'Stop' : 'Pause'}
            </Button>
          )}
          {own && state !== 'on' && !isOnce && (
            <ConfirmButton
              label="Resume"
              question={`Resume ${name}?`}
              action="Resume"
              onConfirm={() => act(() => watches.change(id, { state: 'on' }, price), 'Resumed.')}
            >
              <p>{priceText(price)}</p>
            </ConfirmButton>
          )}
          {own && state !== 'ended' && !isOnce && (
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
          {own && !isOnce && (
            <Button size="small" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          <ConfirmButton
            label="Delete"
            question={`Delete ${name}?`}
            action="Delete"
            onConfirm={() => act(() => remove(id), 'Deleted.')}
          >
            <p>Nothing more is fetched for it. What it fetched stays in the history.</p>
          </ConfirmButton>
        </div>
      )}
      <Outcome says={says} />
    </div>
  );
}

interface AlertsProperties {
  readonly alerts: readonly ShownAlert[];
  /** Those that were not seen before, by `alertKey`. */
  readonly fresh: ReadonlySet<string>;
}

const alertKey = ({ watch, number }: ShownAlert): string => `${watch} ${number}`;

const few = 5;

/** The newest first. Whoever has them on screen has seen them; those that were new stay marked meanwhile. */
function AlertsCard({ alerts, fresh }: AlertsProperties) {
  const { now } = usePane();
  const [isWhole, setWhole] = useState(false);
  if (alerts.length === 0) return null;
  const unseen = alerts.filter((alert) => fresh.has(alertKey(alert))).length;
  const shown = isWhole ? alerts : alerts.slice(0, Math.max(few, unseen));
  return (
    <section className="sw-card sw-stack" aria-labelledby="alerts-title">
      <h2 id="alerts-title">Alerts</h2>
      <ul className="sw-list">
        {shown.map((alert) => (
          <li key={alertKey(alert)}>
            <AlertLine alert={alert} isNew={fresh.has(alertKey(alert))} now={now()} />
          </li>
        ))}
      </ul>
      {shown.length < alerts.length && (
        <div>
          <Button size="small" onClick={() => setWhole(true)}>
            {`Show all ${plural(alerts.length, 'alert')}`}
          </Button>
        </div>
      )}
    </section>
  );
}

interface AlertLineProperties {
  readonly alert: ShownAlert;
  readonly isNew: boolean;
  readonly now: number;
}

function AlertLine({ alert, isNew, now }: AlertLineProperties) {
  const { at, name, cell, credits: cost } = alert;
  const facts = [
    `Seen ${moment(at, now)}`,
    cell === undefined || cell === name ? name : `${name}, ${cell}`,
    ...(cost === undefined ? [] : [`the run cost ${credits(cost)}`]),
  ];
  return (
    <div className="sw-line">
      <span className={isNew ? 'sw-fresh' : undefined}>
        {isNew && <span className="sw-unseen">New: </span>}
        {alertText(alert)}
      </span>
      <span className="sw-small">{`${facts.join(' · ')}.`}</span>
    </div>
  );
}
