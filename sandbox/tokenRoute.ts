// GET /token/statistic: free, not counted in any window, open to every key that has not expired, including mcp_only.
import { faultOf, noted, respond } from './dataRoute';
import type { SandboxContext } from './faults/lostConnection';
import type { SandboxState } from './sandboxState';

export const tokenRoute =
  (state: SandboxState) =>
  (context: SandboxContext): Promise<Response> =>
    noted(state, context, 'token', null, async (entry) => {
      const token = state.accounts.authenticate(context.req.header('access-token'), state.now());
      const fault = faultOf(state, context, 'token');
      entry.fault = fault?.kind ?? null;
      if (fault?.kind === 'latency') await state.sleep(fault.ms ?? 1000);
      const records = state.accounts.ofAccount(token).map((each) => each.record(state.now()));
      entry.records = records.length;
      return respond(context, fault, records);
    });
