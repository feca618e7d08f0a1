// A person's agents: what they want to buy, with its price, and Stop. The gateway decides; this shows what it says and passes on what
// the person decided.
import { Button } from '@fluentui/react-components';
import { StopRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useState } from 'react';
import type { AgentChange, AgentsState, HeldPlan } from '../../engine/remote/client/agents';
import { isOperationId, operationOf } from '../../operations';
import { Outcome } from '../controls/failureMessage';
import { usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';
import { ago, credits, plural } from '../text/words';

const lookEvery = 5_000;

/** Nothing where the gateway serves no agents, or this person has none. */
export function AgentsCard() {
  const { runtime, gateway, now } = usePane();
  const [state, setState] = useState<AgentsState>();
  const { says, busy, attempt } = useAttempt();
  const look = useCallback(() => runtime.agents().then(setState, () => undefined), [runtime]);
  const { servesAgents } = gateway;
  useEffect(() => {
    if (!servesAgents) return undefined;
    void look();
    const timer = setInterval(() => void look(), lookEvery);
    return () => clearInterval(timer);
  }, [servesAgents, look]);
  const change = (wanted: AgentChange, done: string) =>
    void attempt(async () => {
      setState(await runtime.agents(wanted));
      return done;
    });
  if (!state || (state.agents.length === 0 && state.held.length === 0)) return null;
  return (
    <section className="sw-card sw-stack" aria-labelledby="agents-title">
      <h2 id="agents-title">Agents</h2>
      <Outcome says={says} />
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
        {state.agents.map(({ name, spent, budget, isStopped }) => (
          <li key={name} className="sw-line">
            <span className="sw-cut" title={name}>
              {name}
            </span>
            <span className="sw-small">
              {isStopped ? 'Stopped. ' : ''}
              {credits(spent)} of {budget} today
            </span>
            <Button
              size="small"
              disabled={busy}
              aria-label={`${isStopped ? 'Start' : 'Stop'} ${name}`}
              onClick={() =>
                change({ name, state: isStopped ? 'start' : 'stop' }, isStopped ? 'Started.' : 'Stopped.')
              }
            >
              {isStopped ? 'Start' : 'Stop'}
            </Button>
          </li>
        ))}
      </ul>
      <div className="sw-row">
        <Button
          size="small"
          icon={<StopRegular />}
          disabled={busy}
          onClick={() =>
            change({ stop: 'all' }, 'Stopped what your agents had planned. Nothing was spent for it.')
          }
        >
          Stop what agents have planned
        </Button>
      </div>
    </section>
  );
}

interface HeldProperties {
  readonly plan: HeldPlan;
  readonly since: string;
  readonly disabled: boolean;
  readonly decide: (decision: 'approve' | 'decline', done: string) => void;
}

function HeldLine({ plan, since, disabled, decide }: HeldProperties) {
  const title = `${plan.agent}: ${plural(plan.requests.length, 'request')}, ${credits(plan.credits)}`;
  return (
    <li className="sw-stack">
      <strong>{title}</strong>
      <span className="sw-small">Held {since}.</span>
      {plan.requests.slice(0, 5).map(({ source, body }, index) => (
        <span key={index} className="sw-small sw-cut" title={body}>
          {isOperationId(source) ? operationOf(source).title : source}: {body}
        </span>
      ))}
      <div className="sw-row">
        <Button
          size="small"
          appearance="primary"
          disabled={disabled}
          aria-label={`Approve: ${title}`}
          onClick={() => decide('approve', `Approved: ${credits(plan.credits)}.`)}
        >
          Approve
        </Button>
        <Button
          size="small"
          disabled={disabled}
          aria-label={`Decline: ${title}`}
          onClick={() => decide('decline', 'Declined. Nothing was spent.')}
        >
          Decline
        </Button>
      </div>
    </li>
  );
}
