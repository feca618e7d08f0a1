// One token: plan, points, when it expires, and the five windows.
import { Badge } from '@fluentui/react-components';
import type { TokenRecord } from '../../operations/tokenStatistic';
import { signInCells } from '../../languages/labels';
import { dateLocale, joined, number, t } from '../../languages/t';
import { usePane, useEngineState, useNow } from '../shell/usePane';
import { agentsOnly } from '../text/words';
import { meters, type MeterFacts } from './meters';

interface Properties {
  readonly token: TokenRecord;
  readonly alone: boolean;
  /** Plan and points only. */
  readonly brief?: boolean;
}

export function TokenCard({ token, alone, brief = false }: Properties) {
  const now = useNow(1_000);
  const { windows } = useEngineState();
  const facts = meters(token, alone || token.is_primary ? windows : [], now);
  const expires = token.expires_at ? Date.parse(token.expires_at) : undefined;
  const { gateway } = usePane();
  const isForAgents = token.usage_context === 'mcp_only';
  return (
    <section className="sw-card" aria-label={t('shell.plan', { plan: token.plan ?? t('shell.unknownPlan') })}>
      <div className="sw-card-head">
        <div>
          <div className="sw-small">{t('shell.plan2')}</div>
          <div className="sw-figure">{token.plan ?? t('common.unknown')}</div>
        </div>
        <div className="sw-end">
          <div className="sw-small">{t('shell.points')}</div>
          <div className="sw-figure">
            {typeof token.points === 'number' ? number(token.points) : t('common.unknown')}
          </div>
        </div>
      </div>
      <div className="sw-row sw-small">
        {!alone && token.is_primary && <Badge appearance="tint">{t('shell.primary')}</Badge>}
        {isForAgents && (
          <Badge appearance="tint" color="warning">
            {t('shell.agentsOnlyMcp')}
          </Badge>
        )}
        {token.user?.email && <span className="sw-cut">{token.user.email}</span>}
        {expires !== undefined && (
          <span>
            {t(expires <= now ? 'shell.expired' : 'shell.validUntil', {
              date: new Date(expires).toLocaleDateString(dateLocale()),
            })}
          </span>
        )}
        {gateway.mode === 'team' && <span>{t('shell.sharedWithYourTeam')}</span>}
      </div>
      {isForAgents && !brief && <p className="sw-small">{agentsOnly()}</p>}
      {!brief && (
        <ul className="sw-meters" aria-label={t('shell.requestsByRateLimit')}>
          {facts.map((meter) => (
            <Meter key={meter.id} facts={meter} />
          ))}
        </ul>
      )}
    </section>
  );
}

export function Meter({ facts }: { readonly facts: MeterFacts }) {
  const { id, label, used, limit, unit, share, level, state, reset } = facts;
  const numbers = unit ? t('shell.usedOfUnit', { used, limit, unit }) : t('shell.usedOf', { used, limit });
  return (
    <li className={`sw-meter sw-level-${level}`}>
      <span className="sw-meter-label" id={`meter-${id}`}>
        {label}
      </span>
      <span className="sw-meter-numbers">{numbers}</span>
      <div
        className="sw-meter-track"
        role="meter"
        aria-labelledby={`meter-${id}`}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={joined('facts', [numbers, state, reset])}
      >
        <div className="sw-meter-fill" style={{ width: `${share * 100}%` }} />
      </div>
      <span className="sw-meter-note">
        {state && <strong>{state}</strong>}
        {state && reset && signInCells('facts')}
        {reset}
      </span>
    </li>
  );
}
