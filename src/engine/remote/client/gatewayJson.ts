// A free question to the gateway that the add-in was loaded from, answered with JSON.
import type { Access } from '../../request/credential';
import { SpillwayError } from '../../request/errors';
import type { Network } from './exchange';
import { signedExchange } from './signedExchange';

const deadline = 10_000;

export async function readGatewayJson(
  network: Network,
  access: Access,
  path: string,
  method: 'GET' | 'DELETE' | 'POST' = 'GET',
): Promise<unknown> {
  // Another server may know nothing of it, and must not be told.
  if (access.baseUrl !== '') throw new SpillwayError('not_found', { billed: 'no' });
  const answer = await signedExchange(network, access).send({
    url: path,
    init: { method, redirect: 'error' },
    milliseconds: deadline,
  });
  if (answer.status !== 200 || answer.headers.get('spillway-gateway') === null)
    throw new SpillwayError('not_found', { status: answer.status, billed: 'no' });
  return JSON.parse(answer.text ?? '') as unknown;
}
