// Which encoding a client takes (RFC 9110, 12.5.3): names with weights, `*` for all others, and a weight of zero for "not this one".
import { memoized } from './memoized';

const longest = 1_000;

const parse = (header: string): Map<string, number> => {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.map((text) => /^q\s*=\s*(\S*)$/.exec(text)?.[1]).find((it) => it !== undefined);
    // A weight that is none asks for nothing that could be relied on.
    const isRight = weight === undefined || /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight);
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, isRight ? Number(weight ?? 1) : 0);
  }
  return weights;
};

/** The one of `offered` the client likes best, the first of equals; none when it would rather have it as it is. */
export function bestEncoding<Name extends string>(
  header: string | undefined,
  offered: readonly Name[],
): Name | undefined {
  if (header === undefined || header.length > longest) return undefined;
  const weights = parse(header);
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  // Unsaid, plain bytes are acceptable and no more.
  const plain = weights.get('identity') ?? 0;
  let best: Name | undefined;
  for (const name of offered) {
    const weight = weightOf(name);
    if (weight > 0 && weight >= plain && weight > (best === undefined ? 0 : weightOf(best))) best = name;
  }
  return best;
}

/** Clients send one of a few headers, again and again. */
const known = memoized(100, (header) => bestEncoding(header, ['gzip']) === 'gzip');

export const takesGzip = (header = ''): boolean => header.length <= longest && known(header);

const bareTag = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Weak comparison (RFC 9110, 13.1.2): a proxy that packs marks what it changed. */
export const isKnownTag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim() === '*' || bareTag(tag) === bareTag(etag));
