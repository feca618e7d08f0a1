// Watches: what the gateway fetches by itself, when, and within which limits. The price of a day and a month is shown before
// anything is agreed to.
import { useCallback, useState } from 'react';
import type { GatewayWatches } from '../../excel/runtime';
import type { ShownAlert, ShownWatch } from '../../protocol/watches';
import { joined, said, t } from '../../languages/t';
import { ownLists, priceName } from '../../excel/watch/ownProducts';
import { ConfirmButton, FailureMessage, NoticeBar, OutcomeText, Act, Card } from '../controls/actions';
import { usePane, useAttempt, useCounter, usePolling } from '../shell/usePane';
import { failureText } from '../text/failureText';
import { credits, moment, plural } from '../text/words';
import type { AllowedAddresses } from '../controls/addressFields';
import { conditionText } from './conditionText';
import { usePriceList } from './useAlerting';
import { WatchFormView } from './watchForm';
import {
  blindText,
  lastText,
  ownText,
  watchPriceText,
  scheduleText,
  spentText,
  stateText,
  viewsText,
} from './watchText';
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
  const [version, reload] = useCounter();
  const look = useCallback(
    async (isGone: () => boolean) => {
      try {
        const watches = await runtime.watches();
        const [{ watches: list, keepsKey, isAdmin, ...allowed }, { alerts }] = await Promise.all([
          watches.list(true),
          watches.alerts(),
        ]);
        const others = isAdmin ? await watches.others() : [];
        if (isGone()) return undefined;
        setKnown({ watches, list, keepsKey, allowed, alerts, others });
        setFault('');
        const unseen = alerts.filter((alert) => alert.unseen);
        if (unseen.length > 0) {
          setFresh((before) => new Set([...before, ...unseen.map(alertKey)]));
          void watches.seen(unseen).then(
            () => watches.changed(),
            () => undefined,
          );
        }
        return list.some(({ running, asked }) => running ?? asked) ? soon : later;
      } catch (error) {
        if (!isGone()) setFault(failureText(error));
        return later;
      }
    },
    [runtime],
  );
  usePolling(look, version);
  return { known, fresh, fault, reload };
}

export function WatchView() {
  const { known, fresh, fault, reload } = useWatches();
  return (
    <div className="sw-view">
      <h1 className="sw-unseen">{t('shell.watches')}</h1>
      <FailureMessage says={fault} />
      {known && (
        <>
          <AlertsCard alerts={known.alerts} fresh={fresh} />
          <Card title={t('watch.watchThis')}>
            <p className="sw-small">{t('watch.theGatewayFetchesThese')}</p>
            <WatchFormView
              watches={known.watches}
              keepsKey={known.keepsKey}
              allowed={known.allowed}
              onDone={reload}
            />
          </Card>
          <Card title={t('watch.yourWatches')}>
            {known.list.length === 0 && <p>{t('watch.thereAreNoneYet')}</p>}
            <WatchList {...known} onChange={reload} />
          </Card>
          {known.others.length > 0 && (
            <Card title={t('watch.watchesOfOthers')}>
              <p className="sw-small">{t('watch.youAreAnAdministrator')}</p>
              <WatchList {...known} list={known.others} onChange={reload} />
            </Card>
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
      {rest > 0 && <p className="sw-small">{t('activity.andMore', { count: rest })}</p>}
    </>
  );
}

function ConditionLine({ watch }: { readonly watch: ShownWatch }) {
  const { now } = usePane();
  const { conditions = [], ownConditions = [], requests, crowded, blind } = watch;
  if (conditions.length + ownConditions.length === 0) return null;
  const operations = [...new Set(requests.map(({ operation }) => operation))];
  const all = joined(
    'clauses',
    [...conditions, ...ownConditions].map((condition) => conditionText(condition, operations)),
  );
  const facts = [
    t('watch.alerts', { conditions: all }),
    viewsText(watch),
    ownText(watch, now()),
    crowded && t('watch.thereAreMoreItems'),
  ];
  return (
    <span className="sw-small">
      {joined('sentences', facts)} {blind.length > 0 && <span className="sw-warn">{blindText(blind)}</span>}
    </span>
  );
}

interface LostProperties {
  readonly watch: ShownWatch;
  readonly onChange: () => void;
}

/** Excel moves the name of a price list along with its cells, so it is only lost with them. */
function LostPrices({ watch, onChange }: LostProperties) {
  const { busy, says, attempt } = useAttempt();
  const { isLost, point } = usePriceList(watch);
  const pointAgain = () => attempt(() => point().finally(onChange));
  return (
    <>
      {isLost && (
        <div>
          <p className="sw-warn sw-small">{t('watch.thePriceListIsGone')}</p>
          <Act says={t('watch.useTheSelectedCells')} busy={busy} onClick={pointAgain} />
        </div>
      )}
      <OutcomeText says={says} />
    </>
  );
}

function EmailLine({ watch: { email } }: { readonly watch: ShownWatch }) {
  if (!email) return null;
  const { to, when, trouble } = email;
  return (
    <>
      <span className="sw-small sw-wrapped">{t('watch.alertsAreMailedTo', { to, when })}</span>
      {trouble !== undefined && <span className="sw-warn sw-small">{said(trouble)}</span>}
    </>
  );
}

function WebhookLine({ watch: { webhook } }: { readonly watch: ShownWatch }) {
  if (!webhook) return null;
  const { url, form, secret, trouble } = webhook;
  return (
    <>
      <span className="sw-small">{t('watch.alertsAreAlsoSent', { host: new URL(url).host })}</span>
      {form === 'standard' && (
        <span className="sw-small sw-wrapped">
          {t('watch.checkSignaturesWith')} <code>{secret}</code>
        </span>
      )}
      {trouble !== undefined && <span className="sw-warn sw-small">{said(trouble)}</span>}
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
  const { now, workbook } = usePane();
  const { busy, says, attempt } = useAttempt();
  const [editing, setEditing] = useState(false);
  const { id, name, state, price, endsUnseenAt, own, owner } = watch;
  const isOnce = watch.schedule.kind === 'once';
  const act = (work: () => Promise<void>, sentence: string) => attempt(() => work().then(onChange), sentence);
  const remove = async (watch: string) => {
    await watches.remove(watch);
    await workbook.follow(priceName(watch), undefined);
    await (await ownLists()).remove(watch).catch(() => undefined);
  };
  const done = () => {
    setEditing(false);
    onChange();
  };
  return (
    <div role="group" aria-label={name} className="sw-stack">
      <strong>{name}</strong>
      {!own && <span className="sw-small">{t('watch.ofOwner', { owner })}</span>}
      <span className="sw-small">
        {joined('sentences', [
          t('watch.runsOn', { schedule: scheduleText(watch.schedule) }),
          stateText(watch, now()),
          lastText(watch, now()),
        ])}
      </span>
      <span className="sw-small">
        {isOnce
          ? t('watch.atMost', { credits: credits(price.run) })
          : `${watchPriceText(price)} ${spentText(watch)}`}
      </span>
      <ConditionLine watch={watch} />
      {own && !editing && <LostPrices watch={watch} onChange={onChange} />}
      <EmailLine watch={watch} />
      <WebhookLine watch={watch} />
      {own && endsUnseenAt !== undefined && (
        <NoticeBar
          intent="warning"
          says={t('watch.thisWatchWasAbout', { time: moment(endsUnseenAt, now()) })}
        />
      )}
      {editing ? (
        <WatchFormView watches={watches} keepsKey={false} allowed={allowed} edited={watch} onDone={done} />
      ) : (
        <div className="sw-row">
          {state === 'on' && (
            <Act
              says={t(isOnce ? 'common.stop' : 'activity.pause')}
              isOff={busy}
              onClick={() =>
                act(
                  () => watches.change(id, { state: 'paused' }),
                  t(isOnce ? 'common.stopped' : 'watch.paused'),
                )
              }
            />
          )}
          {own && state !== 'on' && !isOnce && (
            <ConfirmButton
              label={t('activity.resume')}
              question={t('watch.resume', { name })}
              action={t('activity.resume')}
              onConfirm={() => act(() => watches.change(id, { state: 'on' }, price), t('activity.resumed'))}
            >
              <p>{watchPriceText(price)}</p>
            </ConfirmButton>
          )}
          {own && state !== 'ended' && !isOnce && (
            <ConfirmButton
              label={t('watch.runNow')}
              question={t('watch.runNow2', { name })}
              action={t('watch.run', { credits: credits(price.run) })}
              onConfirm={() => act(() => watches.run(id, price), t('watch.itStartsInA'))}
            >
              <p>{t('watch.resultsThatSomebodyHas', { credits: credits(price.run) })}</p>
            </ConfirmButton>
          )}
          {own && !isOnce && <Act says={t('watch.edit')} onClick={() => setEditing(true)} />}
          <ConfirmButton
            label={t('common.delete')}
            question={t('watch.delete', { name })}
            action={t('common.delete')}
            onConfirm={() => act(() => remove(id), t('watch.deleted'))}
          >
            <p>{t('watch.nothingMoreIsFetched')}</p>
          </ConfirmButton>
        </div>
      )}
      <OutcomeText says={says} />
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
    <Card title={t('watch.alerts2')}>
      <ul className="sw-list">
        {shown.map((alert) => (
          <li key={alertKey(alert)}>
            <AlertLine alert={alert} isNew={fresh.has(alertKey(alert))} now={now()} />
          </li>
        ))}
      </ul>
      {shown.length < alerts.length && (
        <Act
          says={t('watch.showAll', { alerts: plural(alerts.length, 'alert') })}
          onClick={() => setWhole(true)}
        />
      )}
    </Card>
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
    t('alerts.seen', { time: moment(at, now) }),
    cell === undefined || cell === name ? name : joined('facts', [name, cell]),
    ...(cost === undefined ? [] : [t('alerts.theRunCost', { credits: credits(cost) })]),
  ];
  return (
    <div className="sw-line">
      <span className={isNew ? 'sw-fresh' : undefined}>
        {isNew && <span className="sw-unseen">{t('watch.new')} </span>}
        {alertText(alert)}
      </span>
      <span className="sw-small">{joined('facts', facts)}</span>
    </div>
  );
}
