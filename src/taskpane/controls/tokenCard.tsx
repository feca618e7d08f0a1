// One token: plan, points, when it expires, and the five windows.
import { Badge } from '@fluentui/react-components';
import type { TokenRecord } from '../../operations/tokenStatistic';
import { usePane } from '../shell/paneContext';
import { useEngineState } from '../shell/useEngine';
import { useNow } from '../shell/useNow';
import { meters } from './meters';
import { Meter } from './meter';

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
  return (
    <section className="sw-card" aria-label={`Plan ${token.plan ?? 'unknown'}`}>
      <div className="sw-card-head">
        <div>
          <div className="sw-small">Plan</div>
          <div className="sw-figure">{token.plan ?? 'Unknown'}</div>
        </div>
        <div className="sw-end">
          <div className="sw-small">Points</div>
          <div className="sw-figure">{token.points?.toLocaleString('en') ?? 'Unknown'}</div>
        </div>
      </div>
      <div className="sw-row sw-small">
        {!alone && token.is_primary && <Badge appearance="tint">Primary</Badge>}
        {token.usage_context === 'mcp_only' && (
          <Badge appearance="tint" color="warning">
            MCP only
          </Badge>
        )}
        {token.user?.email && <span className="sw-cut">{token.user.email}</span>}
        {expires !== undefined && (
          <span>
            {expires <= now ? 'Expired' : 'Valid until'} {new Date(expires).toLocaleDateString()}
          </span>
        )}
        {gateway.mode === 'team' && <span>Shared with your team</span>}
      </div>
      {!brief && (
        <ul className="sw-meters" aria-label="Requests by rate limit">
          {facts.map((meter) => (
            <Meter key={meter.id} facts={meter} />
          ))}
        </ul>
      )}
    </section>
  );
}
