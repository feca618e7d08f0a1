// Where alerts may be sent: https only, to hosts that an administrator allows, and never into a private network. The address is checked
// again when it is dialled, with what DNS says at that moment: a name that is allowed may point elsewhere by then.
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Everything that is not the public internet (IANA special-purpose registries; RFC 6890 and its updates). */
const reserved = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  reserved.addSubnet(address, bits, 'ipv4');
/** Of IPv6 only global unicast is public, without what carries IPv4 or is for documentation. */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(address, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, 'ipv4');
  return family === 6 && publicIpv6.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** Returns why an address is refused. A host is allowed by its name, or by `*.` and the end of it. */
export function refusedAddress(text: string, allowed: readonly string[]): string | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'The address is not valid.';
  }
  if (url.protocol !== 'https:') return 'The address must begin with https://.';
  if (url.username !== '' || url.password !== '') return 'The address must not contain a name or a password.';
  if (url.port !== '') return 'The address must not contain a port.';
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const literal = host.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) return 'The address must contain a host name, not an IP address.';
  const isAllowed = allowed.some((name) =>
    name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name,
  );
  return isAllowed
    ? undefined
    : `Alerts may not be sent to ${host}. Ask an administrator to allow this host (SPILLWAY_WEBHOOK_HOSTS).`;
}

export type AddressLookup = (
  host: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, found: string | LookupAddress[], family?: number) => void,
) => void;

/** What a connection uses to find the addresses it dials: all of them have to be public. */
export const guardedLookup =
  (isPublic = isPublicAddress, lookup: AddressLookup = systemLookup): LookupFunction =>
  (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const all = Array.isArray(found) ? found : [];
      const [first] = all;
      if (error || !first) return callback(error ?? new Error('The host was not found.'), '', 0);
      if (!all.every(({ address }) => isPublic(address)))
        return callback(new Error('The host is in a private network.'), '', 0);
      return options.all ? callback(null, all) : callback(null, first.address, first.family);
    });
