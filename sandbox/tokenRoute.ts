// GET /token/statistic: free, not counted in any window, open to every key that has not expired, including mcp_only.
import { faultOf, openEntry, problemResponse, statusOf } from './dataRoute';
import { lostConnection, type SandboxContext } from './faults/lostConnection';
import { damagedResponse } from './faults/damagedResponse';
import { Problem } from './contract/problem';
import type { SandboxState } from './sandboxState';

export const tokenRoute =
  (state: SandboxState) =>
  async (context: SandboxContext): Promise<Response> => {
    const key = context.req.header('access-token');
    const entry = openEntry(state, context, 'token', key, null);
    try {
      const token = state.accounts.authenticate(key, state.now());
      const fault = faultOf(state, context, 'token', key ?? '');
      entry.fault = fault?.kind ?? null;
      if (fault?.kind === 'latency') await state.sleep(fault.ms ?? 1000);
      const records = state.accounts.ofAccount(token).map((each) => each.record(state.now()));
      entry.records = records.length;
      const response =
        lostConnection(context, fault, records) ??
        (fault && damagedResponse(fault, records, key ?? '')) ??
        Response.json(records);
      state.journal.close(entry, statusOf(response));
      return response;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      state.journal.close(entry, error.status);
      return problemResponse(error);
    }
  };
