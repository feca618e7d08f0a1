// Parts that are away, hang or are damaged, each with its own reason: the same list is in /healthz, in the metrics and so in the
// alerts. The gateway goes on without them, so nobody would notice otherwise.

export type Part = 'store' | 'budgets' | 'history' | 'database' | 'audit';

export interface FailingPart {
  readonly part: Part;
  readonly cause: Cause;
  /** For the operator; never a secret. */
  readonly reason: string;
}

const causes = {
  damaged: /corrupt|damaged|malformed|checksum|invalid page|not an sstable|XX00[12]|bad magic/i,
  newer: /newer version/i,
  full: /\bOOM\b|ENOSPC|EDQUOT|EROFS|no space left|disk full|quota exceeded|MISCONF|READONLY|53100|too many responses/i,
  denied: /EACCES|EPERM|NOAUTH|WRONGPASS|NOPERM|permission|password|authentication|28P01|42501/i,
  slow: /too slowly|time ?out|timed out|ETIMEDOUT|57014|holds .*\.lock/i,
  away: /ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EPIPE|closed|terminated|Connection|not open yet|does not exist|ENOENT|57P0/i,
} as const satisfies Readonly<Record<string, RegExp>>;

export type Cause = keyof typeof causes | 'failing';

export const failing = (part: Part, reason: string | undefined): readonly FailingPart[] => {
  if (reason === undefined || reason === '') return [];
  const known = Object.keys(causes) as (keyof typeof causes)[];
  return [{ part, cause: known.find((cause) => causes[cause].test(reason)) ?? 'failing', reason }];
};
