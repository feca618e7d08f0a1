// Key, plan, rate limits and history. Read on opening, on demand, and when a burst is over.
import { ArrowClockwiseRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { dayOf } from '../../engine/ports/clock';
import type { TeamMember } from '../../engine/remote/client/teamMember';
import type { TokenRecord } from '../../operations/tokenStatistic';
import { t, named, number } from '../../languages/t';
import { FailureMessage, Act, Card } from '../controls/actions';
import { meter } from '../controls/meters';
import { Meter, TokenCard } from '../controls/tokenCard';
import { usePane, useAttempt, useReading, useEngineState, useLedgerData, useDraft } from '../shell/usePane';
import { clockTime, credits } from '../text/words';
import { budgets } from './budgets';
import { operationOf } from '../../operations';
import { ChartFrame, DataTable } from '../controls/dataViews';
import { Choice } from '../controls/fields';
import { bars, bySource, roundTop, shortDay, sum, type Bar } from './spending';

function SpendHistory() {
  const { runtime, now } = usePane();
  const [length, setLength] = useDraft<number>('spending days', () => 14);
  const days = useLedgerData(
    useCallback(() => runtime.engine.days(), [runtime]),
    [],
  );
  const shown = bars(days, dayOf(now()), length);
  const sources = bySource(shown);
  return (
    <section className="sw-card" aria-labelledby="spending-title">
      <div className="sw-card-head">
        <h2 id="spending-title">{t('common.spending')}</h2>
        <Choice
          label={t('usage.days')}
          isLabelHidden
          value={String(length)}
          choices={[7, 14, 30, 90].map((days) => [String(days), t('usage.days2', { days })] as const)}
          onChange={(value) => setLength(Number(value))}
        />
      </div>
      {sources.length === 0 ? (
        <p className="sw-quiet">{t('usage.noRequestsInThis')}</p>
      ) : (
        <>
          <p className="sw-legend">
            <span className="sw-key-spent">
              {t('usage.spent', { credits: credits(sum(shown, 'spent')) })}
            </span>
            <span className="sw-key-saved">
              {t('usage.savedByTheCache', { credits: credits(sum(shown, 'saved')) })}
            </span>
          </p>
          <SpendChart bars={shown} />
          <ul className="sw-sources">
            {sources.map(({ operation, spent, saved }) => (
              <li key={operation}>
                <span>{named(operationOf(operation).title)}</span>
                <span>{t('usage.spentSaved', { spent, saved })}</span>
              </li>
            ))}
          </ul>
          <details className="sw-fold">
            <summary>{t('common.viewAsTable')}</summary>
            <SpendTable bars={shown} />
          </details>
        </>
      )}
    </section>
  );
}

const size = { width: 300, height: 120, left: 28, right: 0, bottom: 18, top: 6 };

/**
 * Credits by day as bars: what was spent, and above it, lighter, what the cache saved. The table below says the
 * same.
 */
function SpendChart({ bars }: { readonly bars: readonly Bar[] }) {
  const top = roundTop(Math.max(...bars.map((bar) => bar.spent + bar.saved)));
  const height = size.height - size.top - size.bottom;
  const step = (size.width - size.left) / bars.length;
  const tall = (value: number) => (value / top) * height;
  const ground = size.top + height;
  return (
    <ChartFrame
      size={size}
      title={t('usage.creditsSpentAndSaved', { days: bars.length })}
      ticks={[0, top / 2, top].map((value) => ({
        y: ground - tall(value),
        label: number(value, { maximumFractionDigits: 1, notation: 'compact' }),
      }))}
    >
      {bars.map((bar, index) => {
        const x = size.left + index * step + step * 0.15;
        const width = step * 0.7;
        return (
          <g key={bar.day}>
            <title>
              {t('usage.spentSaved2', {
                day: shortDay(bar.day),
                credits: credits(bar.spent),
                saved: bar.saved,
              })}
            </title>
            <rect
              className="sw-chart-spent"
              x={x}
              width={width}
              y={ground - tall(bar.spent)}
              height={tall(bar.spent)}
            />
            <rect
              className="sw-chart-saved"
              x={x}
              width={width}
              y={ground - tall(bar.spent + bar.saved)}
              height={tall(bar.saved)}
            />
            {(index === 0 || index === bars.length - 1 || index === Math.floor(bars.length / 2)) && (
              <text
                className="sw-chart-text"
                x={x + width / 2}
                y={size.height - 4}
                textAnchor={index === 0 ? 'start' : index === bars.length - 1 ? 'end' : 'middle'}
              >
                {shortDay(bar.day)}
              </text>
            )}
          </g>
        );
      })}
    </ChartFrame>
  );
}

function SpendTable({ bars }: { readonly bars: readonly Bar[] }) {
  const rows = bars.flatMap((bar) => bar.sources.map((source) => ({ day: bar.day, ...source }))).reverse();
  return (
    <DataTable
      label={t('usage.creditsByDayAnd')}
      head={[t('usage.day'), t('common.source'), { figure: t('usage.spent2') }, { figure: t('usage.saved') }]}
      rows={rows.map(({ day, operation, spent, saved }) => [
        shortDay(day),
        named(operationOf(operation).title),
        { figure: number(spent) },
        { figure: number(saved) },
      ])}
    />
  );
}

interface Properties {
  /** The key or account, below the numbers; the name is the one the team knows the user by. */
  readonly account: (memberName: string | undefined) => ReactNode;
}

export function UsageView({ account }: Properties) {
  const { tokens, readAt, failure, busy, update } = useTokens();
  const member = useMember(tokens);
  const { spentToday, savedToday } = useEngineState();
  return (
    <div className="sw-view">
      <div className="sw-card-head">
        <h1>{t('shell.usage')}</h1>
        <Act says={t('common.update')} icon={<ArrowClockwiseRegular />} busy={busy} onClick={update} />
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

function BudgetCard({ member }: { readonly member: TeamMember }) {
  return (
    <Card title={t('usage.todaysBudget')}>
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
    </Card>
  );
}

/** A line for each agent of the person; nothing where there are none. */
function AgentsUsage({ reads }: { readonly reads: unknown }) {
  const { runtime, gateway } = usePane();
  const { servesAgents } = gateway;
  const { data: agents = [] } = useReading(
    useCallback(
      async () => (servesAgents ? (await runtime.agents()).agents : undefined),
      [runtime, servesAgents],
    ),
    reads,
  );
  if (agents.length === 0) return null;
  return (
    <Card title={t('usage.agentsToday')}>
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
    </Card>
  );
}

/** The user's name and budgets from the gateway, read with the token records. A gateway may not provide them. */
function useMember(reads: unknown): TeamMember | undefined {
  const { runtime, gateway } = usePane();
  const isTeam = gateway.mode === 'team';
  return useReading(
    useCallback(
      () => (isTeam ? runtime.member().catch(() => undefined) : Promise.resolve(undefined)),
      [runtime, isTeam],
    ),
    reads,
  ).data;
}

/** The token records, read again after each burst. */
function useTokens() {
  const { runtime, now } = usePane();
  const [known, setKnown] = useState<{ readonly tokens: readonly TokenRecord[]; readonly readAt: number }>();
  const { busy, failure, attempt } = useAttempt();
  const idle = useEngineState().queue.length === 0;
  const read = useCallback(
    (says: string) =>
      attempt(async () => {
        // Free; the numbers from before a burst are outdated.
        setKnown({ tokens: await runtime.engine.usage(true), readAt: now() });
        return says;
      }),
    [runtime, attempt, now],
  );
  useEffect(() => {
    if (idle) void read('');
  }, [idle, read]);
  return { ...known, failure, busy, update: () => read(t('usage.usageUpdated')) };
}
