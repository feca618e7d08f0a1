// A watch before it is agreed to: which cells, when, at most how many credits, until when. A change of any of it takes the price
// away that was shown.
import { Button, Checkbox, Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import type {
  GatewayWatches,
  ShownWatch,
  WatchedRequest,
  WatchPrice,
  WatchSchedule,
} from '../../excel/runtime';
import type { Scope } from '../../excel/workbook/workbook';
import type { OperationId } from '../../operations';
import { InputFault } from '../../spill/inputFault';
import { BusyButton } from '../controls/busyButton';
import { Choice } from '../controls/choice';
import { Outcome } from '../controls/failureMessage';
import { FocusScope } from '../controls/focusScope';
import { cellKey } from '../formulas/cellReference';
import { cellsText, planRefresh, scopeLabels, wishOf } from '../formulas/pricing/refreshPlan';
import { usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';
import { useSets } from '../shell/useSets';
import { credits, moment, plural } from '../text/words';
import { ConditionFields } from './conditionFields';
import { conditionOf, draftOfCondition, emptyDraft, type ConditionDraft } from './conditionText';
import { WebhookFields, webhookDraftOf, webhookOf } from './webhookFields';
import { priceText, scheduleOf, whenChoices, whenOf } from './watchText';

interface Properties {
  readonly watches: GatewayWatches;
  /** One's own key would be stored on the gateway. */
  readonly keepsKey: boolean;
  /** Where alerts may be sent. */
  readonly hosts: readonly string[];
  /** The watch that is changed; a new one otherwise. */
  readonly edited?: ShownWatch;
  readonly onDone: () => void;
}

interface Draft {
  readonly name: string;
  readonly scope: Scope;
  readonly when: string;
  readonly at: string;
  readonly cron: string;
  readonly until: string;
}

interface Offer {
  readonly requests: readonly WatchedRequest[] | undefined;
  readonly schedule: WatchSchedule;
  readonly price: WatchPrice;
  readonly name: string;
}

const isoDay = (at: number | undefined): string =>
  at === undefined ? '' : new Date(at - 1).toISOString().slice(0, 10);

function draftOf(edited: ShownWatch | undefined): Draft {
  const when = edited ? whenOf(edited.schedule) : { when: 'weekdays', at: '07:00', cron: '0 7 * * 1-5' };
  return { name: edited?.name ?? '', scope: 'selection', ...when, until: isoDay(edited?.until) };
}

/** To the end of the day, as the clock of this computer has it. */
const endOf = (day: string): number | undefined =>
  day === '' ? undefined : new Date(`${day}T00:00:00`).getTime() + 86_400_000;

/** What the cells ask for now, as the gateway would send it. */
function useSelectedRequests(watches: GatewayWatches) {
  const { runtime, workbook, now } = usePane();
  const sets = useSets();
  return async (scope: Scope) => {
    const plan = await planRefresh(wishOf(scope, 'all'), {
      workbook,
      cells: runtime.cells,
      engine: runtime.engine,
      sets,
      wireNames: runtime.settings.current().wireNames,
      now: now(),
    });
    if (plan.requests.length === 0)
      throw new InputFault(
        'These cells use no Spillway formula whose requests are known. Select some that do.',
      );
    // An alert says where its item stands: in the cells that ask for it, as far as that is known.
    const planned = new Set(plan.cells.map(cellKey));
    const uses = runtime.cells.uses().filter(({ cell }) => planned.has(cellKey(cell)));
    const cellOf = (key: string): string => {
      const own = uses.filter(({ requests }) => requests.some((request) => request.key === key));
      return (own.length > 0 ? own.map(({ cell }) => cell) : plan.cells).join(', ').slice(0, 300);
    };
    return {
      cells: plan.cells,
      requests: plan.requests.map((request) => watches.requestOf(request, cellOf(request.key))),
    };
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
      <Field label="Name">
        <Input
          size="small"
          maxLength={120}
          value={draft.name}
          placeholder={isNew ? 'The cells' : ''}
          onChange={(_event, { value }) => change({ name: value })}
        />
      </Field>
      <div className="sw-two sw-level">
        {isNew && (
          <Choice
            label="Cells"
            value={draft.scope}
            choices={scopeLabels}
            onChange={(value) => change({ scope: value as Scope })}
          />
        )}
        <Choice
          label="When"
          value={draft.when}
          choices={whenChoices}
          onChange={(value) => change({ when: value })}
        />
        {draft.when === 'cron' ? (
          <Field label="Cron expression" hint="Minute, hour, day, month, day of week">
            <Input
              size="small"
              value={draft.cron}
              onChange={(_event, { value }) => change({ cron: value })}
            />
          </Field>
        ) : (
          !draft.when.startsWith('hours') && (
            <Field label="Time">
              <Input
                size="small"
                type="time"
                value={draft.at}
                onChange={(_event, { value }) => change({ at: value })}
              />
            </Field>
          )
        )}
        <Field label="Last day (optional)">
          <Input
            size="small"
            type="date"
            value={draft.until}
            onChange={(_event, { value }) => change({ until: value })}
          />
        </Field>
      </div>
    </>
  );
}

interface Limits {
  readonly day: string;
  readonly month: string;
}

const limitsOf = ({ day, month }: Pick<WatchPrice, 'day' | 'month'>): Limits => ({
  day: String(day),
  month: String(month),
});

interface LimitFieldsProperties {
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}

function LimitFields({ limits, onChange }: LimitFieldsProperties) {
  return (
    <div className="sw-two sw-level">
      {(['day', 'month'] as const).map((period) => (
        <Field key={period} label={`Most credits a ${period}`}>
          <Input
            size="small"
            inputMode="numeric"
            value={limits[period]}
            onChange={(_event, { value }) => onChange({ ...limits, [period]: value })}
          />
        </Field>
      ))}
    </div>
  );
}

interface ConsentProperties {
  readonly isGiven: boolean;
  readonly onChange: (isGiven: boolean) => void;
}

const KeyConsent = ({ isGiven, onChange }: ConsentProperties) => (
  <Checkbox
    checked={isGiven}
    onChange={(_event, { checked }) => onChange(checked === true)}
    label="Store my key on this gateway, encrypted, until I delete this watch. Without it the gateway can’t fetch while Excel is closed."
  />
);

const operationsOf = (requests: readonly WatchedRequest[]): readonly OperationId[] => [
  ...new Set(requests.map(({ operation }) => operation)),
];

/** Which alerts can be set depends on what the cells ask for. The next watch begins without any. */
function useAlerting(edited: ShownWatch | undefined) {
  const [drafts, setDrafts] = useState<readonly ConditionDraft[]>(() =>
    (edited?.conditions ?? []).map(draftOfCondition),
  );
  const [operations, setOperations] = useState(() => operationsOf(edited?.requests ?? []));
  const know = (requests: readonly WatchedRequest[]) => setOperations(operationsOf(requests));
  const add = (requests: readonly WatchedRequest[]) => {
    know(requests);
    const id = Math.max(0, ...drafts.map((draft) => draft.id)) + 1;
    setDrafts([...drafts, emptyDraft(id, operationsOf(requests))]);
  };
  const [webhook, setWebhook] = useState(() => webhookDraftOf(edited?.webhook));
  const clear = () => {
    setDrafts([]);
    setWebhook(webhookDraftOf(undefined));
  };
  return { drafts, setDrafts, operations, know, add, webhook, setWebhook, clear };
}

export function WatchForm({ watches, keepsKey, hosts, edited, onDone }: Properties) {
  const { now } = usePane();
  const [draft, setDraft] = useState(() => draftOf(edited));
  const [offer, setOffer] = useState<Offer>();
  const [limits, setLimits] = useState({ day: '', month: '' });
  const [mayKeep, setMayKeep] = useState(false);
  const { busy, says, attempt, forget } = useAttempt();
  const selected = useSelectedRequests(watches);
  const alerts = useAlerting(edited);
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setOffer(undefined);
    forget();
  };
  const addAlert = () =>
    attempt(async () => {
      alerts.add(offer?.requests ?? edited?.requests ?? (await selected(draft.scope)).requests);
      return offer ? says : '';
    });
  const show = () =>
    attempt(async () => {
      const zone = edited?.schedule.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
      const schedule = scheduleOf(draft, zone, now());
      const found = edited ? undefined : await selected(draft.scope);
      const requests = found?.requests;
      if (requests) alerts.know(requests);
      const { next, ...price } = await watches.price({
        requests: requests ?? edited?.requests ?? [],
        schedule,
      });
      setLimits(limitsOf(edited?.limits ?? price));
      setOffer({
        requests,
        schedule,
        price,
        name: draft.name.trim() || `${found ? cellsText(found.cells) : ''}`,
      });
      const what = requests ? `${plural(requests.length, 'request')}: ` : '';
      const first = next[0] === undefined ? '' : ` First run ${moment(next[0], now())}.`;
      return `${what}${priceText(price)}${first}`;
    });
  const agree = ({ requests, schedule, price, name }: Offer) =>
    attempt(async () => {
      const whole = { day: Number(limits.day), month: Number(limits.month) };
      const until = endOf(draft.until);
      const common = { name, schedule, limits: whole, conditions: alerts.drafts.map(conditionOf) };
      const to = webhookOf(alerts.webhook);
      if (edited)
        await watches.change(edited.id, { ...common, until: until ?? null, webhook: to ?? null }, price);
      else
        await watches.create(
          {
            ...common,
            requests: requests ?? [],
            ...(until !== undefined && { until }),
            ...(to && { webhook: to }),
          },
          price,
          mayKeep,
        );
      setOffer(undefined);
      alerts.clear();
      onDone();
      return edited ? 'Changed.' : 'The gateway watches these cells from now on.';
    });
  const isWhole = (text: string) => /^[1-9]\d{0,8}$/.test(text);
  const isReady = isWhole(limits.day) && isWhole(limits.month) && (!keepsKey || mayKeep);
  return (
    <div className="sw-stack">
      <DraftFields draft={draft} isNew={!edited} change={change} />
      <ConditionFields
        drafts={alerts.drafts}
        operations={alerts.operations}
        onChange={alerts.setDrafts}
        onAdd={() => void addAlert()}
      />
      <WebhookFields draft={alerts.webhook} hosts={hosts} onChange={alerts.setWebhook} />
      <Outcome says={says} />
      {offer && (
        <>
          <LimitFields limits={limits} onChange={setLimits} />
          {keepsKey && <KeyConsent isGiven={mayKeep} onChange={setMayKeep} />}
        </>
      )}
      <FocusScope className="sw-row">
        {offer ? (
          <>
            <BusyButton
              busy={busy}
              appearance="primary"
              disabledFocusable={!isReady}
              onClick={() => void agree(offer)}
            >
              {`${edited ? 'Save' : 'Watch'} (up to ${isWhole(limits.day) ? credits(Number(limits.day)) : '…'} a day)`}
            </BusyButton>
            <Button onClick={() => change({})}>Cancel</Button>
          </>
        ) : (
          <>
            <BusyButton busy={busy} onClick={() => void show()}>
              Show price
            </BusyButton>
            {edited && <Button onClick={onDone}>Cancel</Button>}
          </>
        )}
      </FocusScope>
    </div>
  );
}
