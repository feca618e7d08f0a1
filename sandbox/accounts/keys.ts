// The keys for newcomers and tests. They are names, not secrets: only the sandbox accepts them.
import type { Limits, TokenSettings } from './token';

const year = 365 * 86_400_000;

const farFuture = Date.UTC(2099, 11, 31);
export const longAgo = Date.UTC(2024, 0, 15, 9, 30);

const limits = (
  ten_second: number,
  minutely: number,
  hourly: number,
  daily: number,
  monthly: number,
): Limits => ({ ten_second, minutely, hourly, daily, monthly });

const large = limits(600, 3_000, 60_000, 500_000, 5_000_000);
const medium = limits(20, 60, 1_000, 10_000, 100_000);
const tiny = limits(3, 10, 40, 100, 500);

export interface KeyPlan extends TokenSettings {
  /** Keys of one account are listed together by the statistic. */
  readonly account: string;
  readonly says: string;
}

const standard = { usageContext: 'standard', expiresAt: farFuture } as const;

export const keys: Readonly<Record<string, KeyPlan>> = {
  'sandbox-large': {
    ...standard,
    account: 'analyst',
    plan: 'large',
    points: 1_000_000,
    limits: large,
    says: 'High rate limits and many points: start with this one.',
  },
  'sandbox-tiny': {
    ...standard,
    account: 'student',
    plan: 'tiny',
    points: 1_000,
    limits: tiny,
    says: '3 requests per 10 seconds, 10 per minute: reaches 429 quickly.',
  },
  'sandbox-mcp': {
    ...standard,
    account: 'assistant',
    plan: 'medium',
    points: 10_000,
    limits: medium,
    usageContext: 'mcp_only',
    says: 'Usage context mcp_only: the statistic works, data operations return 403.',
  },
  'sandbox-expired': {
    ...standard,
    account: 'former',
    plan: 'medium',
    points: 10_000,
    limits: medium,
    expiresAt: longAgo + year,
    says: 'Expired: every request returns 401.',
  },
  'sandbox-poor': {
    ...standard,
    account: 'saver',
    plan: 'medium',
    points: 12,
    limits: medium,
    says: '12 points: reaches 403 quickly.',
  },
  'sandbox-two': {
    ...standard,
    account: 'team',
    plan: 'medium',
    points: 50_000,
    limits: medium,
    says: 'An account with two tokens: the statistic lists both, this one as primary.',
  },
  'sandbox-two-spare': {
    ...standard,
    account: 'team',
    plan: 'tiny',
    points: 800,
    limits: tiny,
    says: 'The second token of the sandbox-two account.',
  },
};

export const keyNames = Object.keys(keys);
