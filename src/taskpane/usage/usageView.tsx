// Key, plan, rate limits and history. Read on opening, on demand, and when a burst is over.
import { Button, Spinner } from '@fluentui/react-components';
import { ArrowClockwiseRegular } from '@fluentui/react-icons';
import { FailureMessage } from '../controls/failureMessage';
import type { ReactNode } from 'react';
import { BudgetCard } from './budgetCard';
import { SpendHistory } from './spendHistory';
import { TokenCard } from '../controls/tokenCard';
import { useMember } from './useMember';
import { useTokens } from './useTokens';
import { useEngineState } from '../shell/useEngine';
import { credits } from '../text/words';

interface Properties {
  /** The key or account, below the numbers; the name is the one the team knows the user by. */
  readonly account: (memberName: string | undefined) => ReactNode;
}

export function UsageView({ account }: Properties) {
  const { tokens, failure, busy, read } = useTokens();
  const member = useMember(tokens);
  const { spentToday, savedToday } = useEngineState();
  return (
    <div className="sw-view">
      <div className="sw-card-head">
        <h1>Usage</h1>
        <Button
          size="small"
          icon={busy ? <Spinner size="tiny" /> : <ArrowClockwiseRegular />}
          disabledFocusable={busy}
          onClick={() => void read(true)}
        >
          Update
        </Button>
      </div>
      <p className="sw-quiet">
        Today: {credits(spentToday)} spent, {savedToday.toLocaleString('en')} saved.
      </p>
      <FailureMessage says={failure} />
      {member && <BudgetCard member={member} />}
      {tokens?.map((token, index) => (
        <TokenCard key={token.id ?? index} token={token} alone={tokens.length === 1} />
      ))}
      <SpendHistory />
      {account(member?.name)}
    </div>
  );
}
