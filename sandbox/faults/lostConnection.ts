// The two faults below HTTP: a connection that ends before the response, and one that ends in the middle of it.
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { FaultRule } from './faultRule';

export type SandboxContext = Context<{ Bindings: Partial<HttpBindings> }>;

/** Undefined for other faults. Without a socket, an unreadable response stands in for it. */
export function lostConnection(
  context: SandboxContext,
  fault: FaultRule | undefined,
  records: readonly object[],
): Response | undefined {
  if (fault?.kind !== 'drop' && fault?.kind !== 'cut') return undefined;
  const { incoming, outgoing } = context.env ?? {};
  if (!incoming || !outgoing) return Response.error();
  if (fault.kind === 'drop') {
    incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  const bytes = Buffer.from(JSON.stringify(records));
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => incoming.socket.destroy());
  return RESPONSE_ALREADY_SENT;
}
