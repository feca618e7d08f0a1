// The user's name and budgets from the gateway, read with the token records. A gateway may not provide them.
import { useCallback, useEffect, useState } from 'react';
import type { TeamMember } from '../../engine/remote/client/teamMember';
import { usePane } from '../shell/paneContext';

export function useMember(reads: unknown): TeamMember | undefined {
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
