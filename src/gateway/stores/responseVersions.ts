// Which paid responses stand for a request, newest first. A response gives way only to a better one: as new and reaching
// as far. So a refresh for 5 stands before the response for 40, which still serves whoever asks for more than 5.
// As text, a line for each: `at reach id`. The same rule runs in Redis (redisStore.ts).

export interface ResponseVersion {
  readonly id: string;
  /** When the service gave it, in milliseconds since 1970. */
  readonly at: number;
  /** The largest count it serves. */
  readonly reach: number;
}

/** The reach of a response that is whole: no count needs more. */
export const anyCount = Number.MAX_SAFE_INTEGER;

/** More would only be a history; the newest and the largest always stay. */
export const mostVersions = 4;

const lineOf = ({ at, reach, id }: ResponseVersion): string =>
  `${Math.max(0, Math.floor(at))} ${reach} ${id}`;

export function readVersions(bytes: Buffer | undefined): readonly ResponseVersion[] {
  return (bytes?.toString('latin1') ?? '').split('\n').flatMap((line) => {
    const [, at, reach, id] = /^(\d+) (\d+) (\S+)$/.exec(line) ?? [];
    return id === undefined ? [] : [{ id, at: Number(at), reach: Number(reach) }];
  });
}

export const writeVersions = (standing: readonly ResponseVersion[]): Buffer =>
  Buffer.from(standing.map(lineOf).join('\n'), 'latin1');

/** What stands after `offered` came. A time that is still to come was told by a clock that was wrong, and counts as old. */
export function better(before: Buffer | undefined, offered: ResponseVersion, now: number): Buffer {
  const standing = readVersions(before);
  const candidate = { ...offered, at: Math.min(offered.at, now) };
  const told = ({ at }: ResponseVersion) => (at > now ? -1 : at);
  const isWorse = standing.some((it) => told(it) > candidate.at && it.reach >= candidate.reach);
  if (before && isWorse) return before;
  const kept = standing.filter(
    (it) => it.id !== candidate.id && (told(it) > candidate.at || it.reach > candidate.reach),
  );
  const place = kept.findIndex((it) => told(it) <= candidate.at);
  kept.splice(place < 0 ? kept.length : place, 0, candidate);
  while (kept.length > mostVersions) kept.splice(kept.length - 2, 1);
  return writeVersions(kept);
}
