// A watch before it is agreed to: which cells, when, at most how many credits, until when. A change of any of it takes the price
// away that was shown. Alerts cost nothing, so they leave it (useAlerting.ts).
import { useState } from 'react';
import type { GatewayWatches } from '../../excel/runtime';
import type { ShownWatch, WatchPrice, WatchSchedule, WatchedRequest } from '../../protocol/watches';
import type { DataRequest } from '../../engine/request/dataRequest';
import { itemOf } from '../../excel/watch/ownProducts';
import { InputFault } from '../../spill/inputFault';
import { joined, t, texts } from '../../languages/t';
import { Act, Confirmation, FocusScope, OutcomeText } from '../controls/actions';
import { Choice, TextField, Tick } from '../controls/fields';
import { cellsText, planRefresh, scopeLabels, wishOf } from '../formulas/pricing/refreshPlan';
import { usePane, useAttempt, useRefreshParts, useStateAbout } from '../shell/usePane';
import { credits, moment, plural } from '../text/words';
import { AddressFields, addressesOf, type AllowedAddresses } from '../controls/addressFields';
import { ConditionFields } from './conditionFields';
import { useAlerting } from './useAlerting';
import { blindText, lastDayOf, watchPriceText, scheduleOf, untilOf, whenChoices, whenOf } from './watchText';

interface Properties {
  readonly watches: GatewayWatches;
  /** One's own key would be stored on the gateway. */
  readonly keepsKey: boolean;
  /** Where alerts may be sent. */
  readonly allowed: AllowedAddresses;
  /** The watch that is changed; a new one otherwise. */
  readonly edited?: ShownWatch;
  readonly onDone: () => void;
}

/** What is watched: cells of the workbook, or what they ask for about products that are matched. */
const scopes = () => ({ ...texts(scopeLabels), matched: t('watch.everythingMatched') });

interface Draft {
  readonly name: string;
  readonly scope: keyof ReturnType<typeof scopes>;
  readonly when: string;
  readonly at: string;
  readonly cron: string;
  readonly until: string;
}

interface Selected {
  readonly cells: readonly string[];
  readonly requests: readonly WatchedRequest[];
}

interface Offer {
  readonly requests: readonly WatchedRequest[] | undefined;
  readonly schedule: WatchSchedule;
  readonly price: WatchPrice;
  readonly name: string;
}

function draftOf(edited: ShownWatch | undefined): Draft {
  const when = edited ? whenOf(edited.schedule) : { when: 'weekdays', at: '07:00', cron: '0 7 * * 1-5' };
  return { name: edited?.name ?? '', scope: 'selection', ...when, until: lastDayOf(edited?.until) };
}

/** What the cells ask for now, as the gateway would send it. */
function useSelectedRequests(watches: GatewayWatches) {
  const { runtime } = usePane();
  const parts = useRefreshParts();
  return async (scope: Draft['scope']): Promise<Selected> => {
    const { wireNames } = runtime.settings.current();
    const isMatched = scope === 'matched';
    const plan = await planRefresh(wishOf(isMatched ? 'workbook' : scope, 'all'), parts());
    // An alert says where its item stands: in the cells that ask for it.
    const askingFor = (key: string) =>
      plan.asking.filter(({ requests }) => requests.some((request) => request.key === key));
    const requestOf = (request: DataRequest): WatchedRequest => {
      const asking = askingFor(request.key);
      const cells = [...new Set(asking.map(({ cell }) => cell))];
      return watches.requestOf(request, cells.join(', ').slice(0, 300), asking);
    };
    if (isMatched) await runtime.matches.opened();
    const requests = plan.requests.map(requestOf).filter((request) => {
      const item = isMatched ? itemOf(request, wireNames) : undefined;
      return !isMatched || (item && (runtime.matches.acceptedOf(item.operation, item.item)?.size ?? 0) > 0);
    });
    if (requests.length === 0)
      throw new InputFault(t(isMatched ? 'watch.noProductThatThis' : 'watch.theseCellsUseNo'));
    return { cells: plan.cells, requests };
  };
}

interface DraftFieldsProperties {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly change: (part: Partial<Draft>) => void;
}

function DraftFields({ draft, isNew, change }: DraftFieldsProperties) {
  return (
    <>
      <TextField
        label={t('watch.name')}
        maxLength={120}
        value={draft.name}
        placeholder={isNew ? t('watch.theCells') : ''}
        onChange={(name) => change({ name })}
      />
      {isNew && (
        <Choice
          label={t('common.cells')}
          value={draft.scope}
          choices={scopes()}
          onChange={(scope) => change({ scope })}
        />
      )}
      <div className="sw-two sw-level">
        <Choice
          label={t('watch.when')}
          value={draft.when}
          choices={whenChoices()}
          onChange={(when) => change({ when })}
        />
        {draft.when === 'cron' ? (
          <TextField
            label={t('watch.cronExpression')}
            hint={t('watch.minuteHourDayMonth')}
            value={draft.cron}
            onChange={(cron) => change({ cron })}
          />
        ) : (
          !draft.when.startsWith('hours') && (
            <TextField
              label={t('common.time')}
              type="time"
              value={draft.at}
              onChange={(at) => change({ at })}
            />
          )
        )}
        <TextField
          label={t('watch.lastDayOptional')}
          type="date"
          value={draft.until}
          onChange={(until) => change({ until })}
        />
      </div>
    </>
  );
}

type Limits = Readonly<Record<'day' | 'month', string>>;

interface LimitFieldsProperties {
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}

function LimitFields({ limits, onChange }: LimitFieldsProperties) {
  return (
    <div className="sw-two sw-level">
      {(['day', 'month'] as const).map((period) => (
        <TextField
          key={period}
          label={t(period === 'day' ? 'watch.mostCreditsADay' : 'watch.mostCreditsAMonth')}
          inputMode="numeric"
          value={limits[period]}
          onChange={(value) => onChange({ ...limits, [period]: value })}
        />
      ))}
    </div>
  );
}

const isWhole = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

const agreeText = (isEdit: boolean, most: string): string =>
  t(isEdit ? 'watch.saveUpTo' : 'watch.watchUpTo', { credits: isWhole(most) ? credits(Number(most)) : '…' });

/** What it costs is computed by the gateway, for the cells as they are now. */
function useOffer(watches: GatewayWatches, edited: ShownWatch | undefined, draft: Draft) {
  const { now } = usePane();
  const [offer, setOffer] = useStateAbout<Offer>(draft);
  const [limits, setLimits] = useState({ day: '', month: '' });
  /** Returns a sentence with the price. */
  const price = async (found: Selected | undefined): Promise<string> => {
    const zone = edited?.schedule.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const schedule = scheduleOf(draft, zone, now());
    const requests = found?.requests;
    const { next, ...cost } = await watches.price({ requests: requests ?? edited?.requests ?? [], schedule });
    const { day, month } = edited?.limits ?? cost;
    const usual = draft.scope === 'matched' ? t('watch.matchedProducts') : cellsText(found?.cells ?? []);
    const name = draft.name.trim() || (found ? usual : '');
    if (!setOffer({ requests, schedule, price: cost, name })) return '';
    setLimits({ day: String(day), month: String(month) });
    const all = requests
      ? t('watch.requestsCost', { requests: plural(requests.length, 'request'), price: watchPriceText(cost) })
      : watchPriceText(cost);
    return next[0] === undefined ? all : `${all} ${t('watch.firstRun', { time: moment(next[0], now()) })}`;
  };
  return { offer, limits, setLimits, price, withdraw: () => setOffer(undefined) };
}

export function WatchFormView({ watches, keepsKey, allowed, edited, onDone }: Properties) {
  const [draft, setDraft] = useState(() => draftOf(edited));
  const { offer, limits, setLimits, price, withdraw } = useOffer(watches, edited, draft);
  const [mayKeep, setMayKeep] = useState(false);
  const { busy, says, attempt, forget } = useAttempt();
  const selected = useSelectedRequests(watches);
  const alerts = useAlerting(edited);
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    if (part.scope !== undefined) setBefore(undefined);
    forget();
  };
  // To point at own prices, another range is selected than the one that is watched.
  const [before, setBefore] = useState<Selected>();
  const addAlert = () =>
    attempt(async () => {
      const found = offer || edited ? undefined : await selected(draft.scope);
      setBefore(found);
      alerts.add(offer?.requests ?? found?.requests ?? edited?.requests ?? []);
      return offer ? says : '';
    });
  const choosePrices = () =>
    attempt(async () => {
      await alerts.choosePrices(offer?.requests ?? edited?.requests ?? before?.requests ?? []);
      return offer ? says : '';
    });
  const show = () =>
    attempt(async () => {
      const known = alerts.range === undefined ? undefined : before;
      const found = edited ? undefined : (known ?? (await selected(draft.scope)));
      if (found) alerts.know(found.requests);
      return price(found);
    });
  const agree = ({ requests, schedule, price: agreed, name }: Offer) =>
    attempt(async () => {
      const whole = { day: Number(limits.day), month: Number(limits.month) };
      const until = untilOf(draft.until, edited?.until);
      const conditions = await alerts.conditions(requests ?? edited?.requests ?? []);
      const common = { name, schedule, limits: whole, ...conditions };
      const to = addressesOf(alerts.addresses, allowed);
      if (edited)
        await watches.change(
          edited.id,
          { ...common, ...to, until: until ?? null, webhook: to.webhook ?? null, email: to.email ?? null },
          agreed,
        );
      const { id, blind } =
        edited ??
        (await watches.create(
          { ...common, requests: requests ?? [], ...(until !== undefined && { until }), ...to },
          agreed,
          mayKeep,
        ));
      const isKept = await alerts.keep(id, conditions.ownProducts !== undefined);
      withdraw();
      alerts.clear();
      onDone();
      const done = t(edited ? 'watch.changed' : 'watch.theGatewayWatchesThese');
      return joined('sentences', [
        done,
        !isKept && t('watch.ownProductsCantBe'),
        !edited && blindText(blind),
      ]);
    });
  const isReady = isWhole(limits.day) && isWhole(limits.month) && (!keepsKey || mayKeep);
  return (
    <div className="sw-stack">
      <DraftFields draft={draft} isNew={!edited} change={change} />
      <ConditionFields
        drafts={alerts.drafts}
        operations={alerts.operations}
        onChange={alerts.setDrafts}
        onAdd={() => void addAlert()}
        prices={alerts.prices}
        onPrices={() => void choosePrices()}
      />
      <AddressFields draft={alerts.addresses} allowed={allowed} onChange={alerts.setAddresses} />
      <OutcomeText says={says} />
      {offer && (
        <>
          <LimitFields limits={limits} onChange={setLimits} />
          {keepsKey && <Tick label={t('watch.storeMyKeyOn')} checked={mayKeep} onChange={setMayKeep} />}
        </>
      )}
      <FocusScope className="sw-row">
        {offer ? (
          <Confirmation
            question={t('watch.watchThis')}
            action={agreeText(edited !== undefined, limits.day)}
            isOff={!isReady}
            onConfirm={() => agree(offer)}
            onCancel={() => change({})}
          />
        ) : (
          <>
            <Act says={t('activity.showPrice')} busy={busy} onClick={show} />
            {edited && <Act says={t('common.cancel')} onClick={onDone} />}
          </>
        )}
      </FocusScope>
    </div>
  );
}
