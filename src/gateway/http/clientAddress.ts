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
  return withoutPort(told[told.length - proxies] ?? '') || near;
}

/** Some proxies add the port, which is another one for each connection: whoever guesses would be somebody else each time. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;

/** Where a request comes from, for counting: who has one IPv6 address has 2^64 of them. */
export function networkOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!bare.includes(':')) return bare;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, 4).join(':');
}
