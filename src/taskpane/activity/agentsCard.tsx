// A person's agents: what they want to buy, with its price, and Stop. The gateway decides; this shows what it says and passes on what
// the person decided.
import { StopRegular } from '@fluentui/react-icons';
import { useCallback, useId, useState } from 'react';
import type { AgentChange, AgentFacts, AgentsState, HeldPlan } from '../../engine/remote/client/agents';
import { isOperationId, operationOf } from '../../operations';
import { joined, named, t } from '../../languages/t';
import { OutcomeText, Act, Card } from '../controls/actions';
import { NumberSetting } from '../controls/fields';
import { usePane, useAttempt, useCounter, usePolling } from '../shell/usePane';
import { ago, credits, plural } from '../text/words';

const lookEvery = 5_000;
const mostCredits = 1_000_000;

/** Nothing where the gateway serves no agents, or this person has none. */
export function AgentsCard() {
  const { runtime, gateway, now } = usePane();
  const [state, setState] = useState<AgentsState>();
  const { says, busy, attempt } = useAttempt();
  const { servesAgents } = gateway;
  const [version, lookAgain] = useCounter();
  const look = useCallback(
    async (isGone: () => boolean) => {
      if (!servesAgents) return undefined;
      const found = await runtime.agents().catch(() => undefined);
      if (found && !isGone()) setState(found);
      return lookEvery;
    },
    [runtime, servesAgents],
  );
  usePolling(look, version);
  const change = (wanted: AgentChange, done: string) =>
    attempt(async () => {
      setState(await runtime.agents(wanted));
      // One that began before does not know of it.
      lookAgain();
      return done;
    });
  if (!state || (state.agents.length === 0 && state.held.length === 0)) return null;
  return (
    <Card title={t('activity.agents')}>
      <OutcomeText says={says} />
      <ul className="sw-list">
        {state.held.map((plan) => (
          <HeldLine
            key={plan.id}
            plan={plan}
            since={ago(plan.since, now())}
            disabled={busy}
            decide={(decision, done) => change({ id: plan.id, decision, credits: plan.credits }, done)}
          />
        ))}
        {state.agents.map((agent) => (
          <AgentLine key={agent.name} agent={agent} now={now()} disabled={busy} change={change} />
        ))}
      </ul>
      <Act
        says={t('activity.stopWhatAgentsHave')}
        icon={<StopRegular />}
        isOff={busy}
        onClick={() => change({ stop: 'all' }, t('activity.stoppedWhatYourAgents'))}
      />
    </Card>
  );
}

interface AgentProperties {
  readonly agent: AgentFacts;
  readonly now: number;
  readonly disabled: boolean;
  readonly change: (wanted: AgentChange, done: string) => unknown;
}

/** What it has spent and may spend, when it last asked for something, and what its person decides about it. */
function AgentLine({ agent, now, disabled, change }: AgentProperties) {
  const { name, spent, budget, ask, isStopped, usedAt } = agent;
  const [isOpen, setOpen] = useState(false);
  const limits = useId();
  return (
    <li className="sw-stack">
      <div className="sw-line">
        <span className="sw-cut" title={name}>
          {name}
        </span>
        <span className="sw-small">
          {joined('sentences', [
            isStopped && t('common.stopped'),
            joined('facts', [
              t('activity.ofToday', { credits: credits(spent), budget }),
              usedAt !== undefined && t('activity.used', { when: ago(usedAt, now) }),
            ]),
          ])}
        </span>
        <div className="sw-row">
          <Act
            says={t('activity.limits')}
            appearance="subtle"
            aria-label={t('activity.limitsOf', { name })}
            aria-expanded={isOpen}
            aria-controls={limits}
            onClick={() => setOpen(!isOpen)}
          />
          <Act
            says={isStopped ? t('common.start') : t('common.stop')}
            isOff={disabled}
            aria-label={`${isStopped ? t('common.start') : t('common.stop')} ${name}`}
            onClick={() =>
              change(
                { name, state: isStopped ? 'start' : 'stop' },
                isStopped ? t('activity.started') : t('common.stopped'),
              )
            }
          />
        </div>
      </div>
      <div id={limits} className="sw-stack" hidden={!isOpen}>
        <NumberSetting
          label={t('activity.creditsADay')}
          hint={t('activity.theGatewayMayAllow')}
          value={budget}
          min={0}
          max={mostCredits}
          onStore={(value) => change({ name, budget: value ?? 0 }, t('activity.limitOfCreditsA', { name }))}
        />
        <NumberSetting
          label={t('activity.askMeAboveIn')}
          hint={t('activity.whatCostsMoreIs')}
          value={ask}
          min={0}
          max={mostCredits}
          onStore={(value) => change({ name, ask: value ?? 0 }, t('activity.whenItAsksYou', { name }))}
        />
      </div>
    </li>
  );
}

interface HeldProperties {
  readonly plan: HeldPlan;
  readonly since: string;
  readonly disabled: boolean;
  readonly decide: (decision: 'approve' | 'decline', done: string) => unknown;
}

function HeldLine({ plan, since, disabled, decide }: HeldProperties) {
  const price = joined('facts', [plural(plan.requests.length, 'request'), credits(plan.credits)]);
  const title = joined('label', [plan.agent, price]);
  return (
    <li className="sw-stack">
      <strong>{title}</strong>
      <span className="sw-small">{t('activity.held2', { since })}</span>
      {plan.requests.slice(0, 5).map(({ source, body }, index) => (
        <span key={index} className="sw-small sw-cut" title={body}>
          {joined('label', [isOperationId(source) ? named(operationOf(source).title) : source, body])}
        </span>
      ))}
      <div className="sw-row">
        <Act
          says={t('activity.approve')}
          isMain
          isOff={disabled}
          aria-label={t('activity.approve2', { title })}
          onClick={() => decide('approve', t('activity.approved', { credits: credits(plan.credits) }))}
        />
        <Act
          says={t('activity.decline')}
          isOff={disabled}
          aria-label={t('activity.decline2', { title })}
          onClick={() => decide('decline', t('activity.declinedNothingWasSpent'))}
        />
      </div>
    </li>
  );
}
