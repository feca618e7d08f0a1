// Key, plan, rate limits and history. Read on opening, on demand, and when a burst is over.
import { Button, Spinner } from '@fluentui/react-components';
import { ArrowClockwiseRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { AgentFacts } from '../../engine/remote/client/agents';
import type { TeamMember } from '../../engine/remote/client/teamMember';
import type { TokenRecord } from '../../operations/tokenStatistic';
import { t } from '../../languages/t';
import { FailureMessage } from '../controls/failureMessage';
import { meter } from '../controls/meters';
import { Meter, TokenCard } from '../controls/tokenCard';
import { usePane } from '../shell/paneContext';
import { useEngineState } from '../shell/useEngine';
import { failureText } from '../text/failureText';
import { clockTime, credits } from '../text/words';
import { budgets } from './budgets';
import { SpendHistory } from './spendHistory';

interface Properties {
  /** The key or account, below the numbers; the name is the one the team knows the user by. */
  readonly account: (memberName: string | undefined) => ReactNode;
}

export function UsageView({ account }: Properties) {
  const { tokens, readAt, failure, busy, read } = useTokens();
  const member = useMember(tokens);
  const { spentToday, savedToday } = useEngineState();
  return (
    <div className="sw-view">
      <div className="sw-card-head">
        <h1>{t('usage.usage')}</h1>
        <Button
          size="small"
          icon={busy ? <Spinner size="tiny" /> : <ArrowClockwiseRegular />}
          disabledFocusable={busy}
          onClick={() => void read(true)}
        >
          {t('common.update')}
        </Button>
      </div>
      <p className="sw-quiet">
        {t('usage.todaySpentSaved', { credits: credits(spentToday), saved: savedToday })}
        {readAt !== undefined && ` ${t('usage.updatedAt', { time: clockTime(readAt) })}`}
      </p>
      <FailureMessage says={failure} />
      {member && <BudgetCard member={member} />}
      <AgentsUsage reads={tokens} />
      {tokens?.map((token, index) => (
        <TokenCard key={token.id ?? index} token={token} alone={tokens.length === 1} />
      ))}
      <SpendHistory />
      {account(member?.name)}
    </div>
  );
}

/** What a person of a team may still spend today, and what the team may. */
function BudgetCard({ member }: { readonly member: TeamMember }) {
  return (
    <section className="sw-card" aria-labelledby="budget-title">
      <h2 id="budget-title">{t('usage.todaysBudget')}</h2>
      <p className="sw-small sw-cut">{member.name}</p>
      <ul className="sw-meters" aria-label={t('usage.creditsToday2')}>
        {budgets(member).map(({ label, spent, meter }) =>
          meter ? (
            <Meter key={label} facts={meter} />
          ) : (
            <li key={label} className="sw-meter">
              <span className="sw-meter-label">{label}</span>
              <span className="sw-meter-numbers">{t('usage.todayNoLimit', { credits: credits(spent) })}</span>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** A line for each agent of the person; nothing where there are none. */
function AgentsUsage({ reads }: { readonly reads: unknown }) {
  const { runtime, gateway } = usePane();
  const [agents, setAgents] = useState<readonly AgentFacts[]>([]);
  const { servesAgents } = gateway;
  useEffect(() => {
    if (!servesAgents) return;
    let over = false;
    runtime.agents().then(
      (state) => !over && setAgents(state.agents),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [runtime, servesAgents, reads]);
  if (agents.length === 0) return null;
  return (
    <section className="sw-card" aria-labelledby="agents-usage-title">
      <h2 id="agents-usage-title">{t('usage.agentsToday')}</h2>
      <ul className="sw-meters" aria-label={t('usage.creditsOfAgentsToday')}>
        {agents.map(({ name, spent, budget, isStopped }, index) => (
          <Meter
            key={name}
            facts={meter({
              id: `agent-${index}`,
              label: name,
              used: spent,
              limit: budget,
              unit: t('usage.creditsToday'),
              reset: isStopped ? t('usage.stopped') : '',
            })}
          />
        ))}
      </ul>
    </section>
  );
}

/** The user's name and budgets from the gateway, read with the token records. A gateway may not provide them. */
function useMember(reads: unknown): TeamMember | undefined {
  const { runtime, gateway } = usePane();
  const [member, setMember] = useState<TeamMember>();
  const read = useCallback(() => runtime.member(), [runtime]);
  useEffect(() => {
    if (gateway.mode !== 'team') return;
    let over = false;
    read().then(
      (next) => !over && setMember(next),
      () => !over && setMember(undefined),
    );
    return () => {
      over = true;
    };
  }, [gateway.mode, read, reads]);
  return member;
}

/** The token records, read again after each burst. */
function useTokens() {
  const { runtime, announce, now } = usePane();
  const [tokens, setTokens] = useState<readonly TokenRecord[]>();
  const [readAt, setReadAt] = useState<number>();
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const idle = useEngineState().queue.length === 0;

  const read = useCallback(
    async (asked: boolean) => {
      setBusy(true);
      try {
        // Free; the numbers from before a burst are outdated.
        setTokens(await runtime.engine.usage(true));
        setReadAt(now());
        setFailure('');
        if (asked) announce(t('usage.usageUpdated'));
      } catch (error) {
        setFailure(failureText(error));
      } finally {
        setBusy(false);
      }
    },
    [runtime, announce, now],
  );

  useEffect(() => {
    if (idle) void read(false);
  }, [idle, read]);

  return { tokens, readAt, failure, busy, read };
}
