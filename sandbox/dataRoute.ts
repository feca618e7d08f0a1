// One data operation over HTTP: authentication, validation, billing, faults, response.
// Free and not counted in any window: 400, 401, 403, 408, 412, 422, 429 and 500, unless a fault rule says `billed`.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { operationOf, type OperationId, cost } from '../src/operations';
import { timeoutSeconds } from '../src/operations/table/parameter';
import { checkBody } from './bodyCheck';
import { faultOfHeader, isBilled, type FaultRule } from './faults/faultRule';
import { lostConnection, type SandboxContext } from './faults/lostConnection';
import { damagedResponse } from './faults/damagedResponse';
import type { JournalEntry } from './journal';
import { Problem } from './contract/problem';
import { jsonBody, type ReadBody } from './requestBody';
import type { SandboxState } from './sandboxState';

export const dataRoute =
  (state: SandboxState, id: OperationId) =>
  async (context: SandboxContext): Promise<Response> => {
    const key = context.req.header('access-token');
    const body = jsonBody(await context.req.text(), context.req.header('content-type'));
    const entry = openEntry(state, context, id, key, 'value' in body ? body.value : body.text);
    try {
      const response = await serve(state, id, context, body, entry);
      state.journal.close(entry, statusOf(response));
      return response;
    } catch (error) {
      const problem = asProblem(error);
      state.journal.close(entry, problem.status);
      return problemResponse(problem);
    }
  };

export function openEntry(
  state: SandboxState,
  context: SandboxContext,
  operation: JournalEntry['operation'],
  key: string | undefined,
  body: unknown,
): JournalEntry {
  const url = new URL(context.req.url);
  return state.journal.open(
    {
      at: new Date(state.now()).toISOString(),
      method: context.req.method,
      path: url.pathname + url.search,
      operation,
      body,
      key: state.accounts.find(key)?.identity.id ?? null,
    },
    key,
  );
}

async function serve(
  state: SandboxState,
  id: OperationId,
  context: SandboxContext,
  body: ReadBody,
  entry: JournalEntry,
): Promise<Response> {
  const key = context.req.header('access-token');
  const token = state.accounts.authenticate(key, state.now());
  if (!token.mayFetchData) {
    throw new Problem(403, 'This key may be used through MCP only (usage_context mcp_only).');
  }
  if ('fault' in body) throw new Problem(422, [body.fault]);
  const request = checkBody(operationOf(id), body.value, state.wireNames);
  const credits = cost(id, typeof request['count'] === 'number' ? request['count'] : 1);
  const admission = token.admit(credits, state.now());
  try {
    const fault = faultOf(state, context, id, key ?? '');
    entry.fault = fault?.kind ?? null;
    const paid = () => {
      entry.credits = credits;
    };
    await wait(state, request['timeout'], fault, paid);
    const records = state.records(id, request, new URL(context.req.url).origin);
    entry.records = records.length;
    if (!fault || isBilled(fault)) paid();
    return (
      lostConnection(context, fault, records) ??
      (fault && damagedResponse(fault, records, key ?? '')) ??
      Response.json(records)
    );
  } finally {
    if (entry.credits === 0) admission.giveBack();
  }
}

export function faultOf(
  state: SandboxState,
  context: SandboxContext,
  operation: OperationId | 'token',
  key: string,
): FaultRule | undefined {
  const header = context.req.header('sandbox-fault');
  return header === undefined ? state.faults.take(operation, key) : faultOfHeader(header);
}

/** Takes as long as it needs; after the request's own timeout it returns 408. */
async function wait(state: SandboxState, timeout: unknown, fault: FaultRule | undefined, paid: () => void) {
  const ms = state.latencyMs + (fault?.kind === 'latency' ? (fault.ms ?? 1000) : 0);
  const limit = timeoutSeconds({ timeout }) * 1000;
  await state.sleep(Math.min(ms, limit));
  if (ms <= limit) return;
  if (fault?.billed) paid();
  throw new Problem(408, `The execution time exceeded the timeout of ${limit / 1000} seconds.`);
}

/** 0 if the connection was lost: the client saw no status, or not the whole response. */
export const statusOf = (response: Response): number =>
  response === RESPONSE_ALREADY_SENT ? 0 : response.status;

const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem(500, `The sandbox itself failed: ${String(error)}`);

export const problemResponse = ({ status, detail, headers }: Problem): Response =>
  new Response(JSON.stringify({ detail }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
