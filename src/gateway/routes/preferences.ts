// The two headers a client steers with: Prefer (RFC 7240) says how long it will wait and that it can poll,
// Cache-Control (RFC 9111) which age of an answer will do.

export interface Preferences {
  /** Milliseconds; undefined waits to the end. */
  readonly wait: number | undefined;
}

/** Less than the 60 s after which hosts and proxies cut. */
export const longestWait = 50_000;

export function readPrefer(header: string | undefined, otherwise?: number): Preferences {
  if (header === undefined && otherwise === undefined) return { wait: undefined };
  const parts = (header ?? '')
    .toLowerCase()
    .split(/[,;]/)
    .map((part) => part.trim());
  const wait = parts
    .map((part) => /^wait\s*=\s*"?(\d{1,6})"?$/.exec(part)?.[1])
    .find((it) => it !== undefined);
  const isAsync = parts.includes('respond-async') || otherwise !== undefined;
  if (!isAsync) return { wait: undefined };
  return { wait: wait === undefined ? (otherwise ?? 0) : Math.min(Number(wait) * 1_000, longestWait) };
}

/** The oldest answer that will do, in milliseconds. */
export function readMaxAge(header: string | undefined): number {
  if (header === undefined) return Number.POSITIVE_INFINITY;
  const parts = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  if (parts.includes('no-cache') || parts.includes('no-store')) return 0;
  const age = parts
    .map((part) => /^max-age\s*=\s*"?(\d{1,12})"?$/.exec(part)?.[1])
    .find((it) => it !== undefined);
  return age === undefined ? Number.POSITIVE_INFINITY : Number(age) * 1_000;
}
