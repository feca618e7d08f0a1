// The five rate windows as meters: how full, what to say, when it empties.
import type { WindowState } from '../../engine/engine';
import { windows, type TokenRecord, type WindowId } from '../../operations/tokenStatistic';
import { moment } from '../shell/words';

export type Level = 'fine' | 'high' | 'critical';

export interface MeterFacts {
  readonly id: WindowId;
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  /** 0 to 1. */
  readonly share: number;
  readonly level: Level;
  /** In words, so that colour is never the only sign. */
  readonly state: string;
  readonly reset: string;
}

export function levelOf(share: number): Level {
  if (share >= 0.9) return 'critical';
  return share >= 0.7 ? 'high' : 'fine';
}

const states = (level: Level, share: number) => {
  if (share >= 1) return 'Used up';
  return { fine: '', high: 'Over 70 %', critical: 'Over 90 %' }[level];
};

export function meters(token: TokenRecord, live: readonly WindowState[], now: number): MeterFacts[] {
  return windows.flatMap(({ id, label, seconds }) => {
    const limit = token[`${id}_limit`];
    if (typeof limit !== 'number') return [];
    const state = live.find((window) => window.id === id);
    const used = token[`${id}_usage`] ?? 0;
    const share = limit > 0 ? Math.min(used / limit, 1) : 1;
    const level = levelOf(share);
    return [
      {
        id,
        label,
        used,
        limit,
        share,
        level,
        state: states(level, share),
        reset: resetText(used, state?.resetsAt, seconds, now),
      },
    ];
  });
}

function resetText(used: number, resetsAt: number | undefined, seconds: number, now: number): string {
  if (used === 0) return 'all free';
  if (resetsAt !== undefined && resetsAt > now) {
    const left = Math.ceil((resetsAt - now) / 1_000);
    return left < 90 ? `resets in ${left} s` : `resets ${moment(resetsAt, now)}`;
  }
  if (seconds <= 10) return 'resets within 10 s';
  if (seconds <= 60) return 'resets within a minute';
  if (seconds <= 3_600) return 'resets within an hour';
  return seconds <= 86_400 ? 'resets within a day' : 'resets within a month';
}
