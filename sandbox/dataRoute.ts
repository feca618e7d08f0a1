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
    const body = jsonBody(await context.req.text(), context.req.header('content-type'));
    return noted(state, context, id, 'value' in body ? body.value : body.text, (entry) =>
      serve(state, id, context, body, entry),
    );
  };

/** Responds, and notes the request and its outcome in the journal. */
export async function noted(
  state: SandboxState,
  context: SandboxContext,
  operation: JournalEntry['operation'],
  body: unknown,
  work: (entry: JournalEntry) => Promise<Response>,
): Promise<Response> {
  const key = context.req.header('access-token');
  const url = new URL(context.req.url);
  const entry = state.journal.open(
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
  try {
    const response = await work(entry);
    // 0 if the connection was lost: the client saw no status, or not the whole response.
    state.journal.close(entry, response === RESPONSE_ALREADY_SENT ? 0 : response.status);
    return response;
  } catch (error) {
    const problem =
      error instanceof Problem ? error : new Problem(500, `The sandbox itself failed: ${String(error)}`);
    state.journal.close(entry, problem.status);
    return problemResponse(problem);
  }
}

async function serve(
  state: SandboxState,
  id: OperationId,
  context: SandboxContext,
  body: ReadBody,
  entry: JournalEntry,
): Promise<Response> {
  const token = state.accounts.authenticate(context.req.header('access-token'), state.now());
  if (!token.mayFetchData) {
    throw new Problem(403, 'This key may be used through MCP only (usage_context mcp_only).');
  }
  if ('fault' in body) throw new Problem(422, [body.fault]);
  const request = checkBody(operationOf(id), body.value, state.wireNames);
  const credits = cost(id, typeof request['count'] === 'number' ? request['count'] : 1);
  const admission = token.admit(credits, state.now());
  try {
    const fault = faultOf(state, context, id);
    entry.fault = fault?.kind ?? null;
    const paid = () => {
      entry.credits = credits;
    };
    await wait(state, request['timeout'], fault, paid);
    const records = state.records(id, request, new URL(context.req.url).origin);
    entry.records = records.length;
    if (!fault || isBilled(fault)) paid();
    return respond(context, fault, records);
  } finally {
    if (entry.credits === 0) admission.giveBack();
  }
}

export function faultOf(
  state: SandboxState,
  context: SandboxContext,
  operation: OperationId | 'token',
): FaultRule | undefined {
  const header = context.req.header('sandbox-fault');
  return header === undefined ? state.faults.take(operation, keyOf(context)) : faultOfHeader(header);
}

const keyOf = (context: SandboxContext): string => context.req.header('access-token') ?? '';

export const respond = (
  context: SandboxContext,
  fault: FaultRule | undefined,
  records: readonly object[],
): Response =>
  lostConnection(context, fault, records) ??
  (fault && damagedResponse(fault, records, keyOf(context))) ??
  Response.json(records);

/** Takes as long as it needs; after the request's own timeout it returns 408. */
async function wait(state: SandboxState, timeout: unknown, fault: FaultRule | undefined, paid: () => void) {
  const ms = state.latencyMs + (fault?.kind === 'latency' ? (fault.ms ?? 1000) : 0);
  const limit = timeoutSeconds({ timeout }) * 1000;
  await state.sleep(Math.min(ms, limit));
  if (ms <= limit) return;
  if (fault?.billed) paid();
  throw new Problem(408, `The execution time exceeded the timeout of ${limit / 1000} seconds.`);
}

export const problemResponse = ({ status, detail, headers }: Problem): Response =>
  new Response(JSON.stringify({ detail }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
