// Where a request comes from. Behind the operator's own proxies the socket tells only the nearest of them; each adds the
// address it saw at the end of X-Forwarded-For, so the last entries are true and anything before them may be invented.
import type { IncomingMessage } from 'node:http';

export function clientAddress(incoming: IncomingMessage | undefined, proxies: number): string {
  const near = incoming?.socket.remoteAddress ?? 'unknown';
  if (proxies === 0) return near;
  const header = incoming?.headers['x-forwarded-for'];
  const told = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((part) => part.trim());
  return told[told.length - proxies] || near;
}
