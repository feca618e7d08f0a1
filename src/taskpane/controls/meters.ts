// Limits as meters: how full, what to say, when it empties. First of all the five rate windows.
import type { WindowState } from '../../engine/engine';
import { windows, type TokenRecord } from '../../operations/tokenStatistic';
import { named, t } from '../../languages/t';
import { moment } from '../text/words';

type Level = 'fine' | 'high' | 'critical';

export interface MeterFacts {
  readonly id: string;
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  /** What is counted, behind the numbers. */
  readonly unit?: string;
  /** 0 to 1. */
  readonly share: number;
  readonly level: Level;
  /** In words, so that colour is never the only sign. */
  readonly state: string;
  readonly reset: string;
}

function levelOf(share: number): Level {
  if (share >= 0.9) return 'critical';
  return share >= 0.7 ? 'high' : 'fine';
}

const states = (level: Level, share: number) => {
  if (share >= 1) return t('shell.usedUp');
  return { fine: '', high: t('shell.over70'), critical: t('shell.over90') }[level];
};

export function meter(facts: Omit<MeterFacts, 'share' | 'level' | 'state'>): MeterFacts {
  const share = facts.limit > 0 ? Math.min(facts.used / facts.limit, 1) : 1;
  const level = levelOf(share);
  return { ...facts, share, level, state: states(level, share) };
}

export function meters(token: TokenRecord, live: readonly WindowState[], now: number): MeterFacts[] {
  return windows.flatMap(({ id, label, seconds }) => {
    const limit = token[`${id}_limit`];
    if (typeof limit !== 'number') return [];
    const state = live.find((window) => window.id === id);
    const used = token[`${id}_usage`] ?? 0;
    return [
      meter({ id, label: named(label), used, limit, reset: resetText(used, state?.resetsAt, seconds, now) }),
    ];
  });
}

function resetText(used: number, resetsAt: number | undefined, seconds: number, now: number): string {
  if (used === 0) return t('common.notUsedYet');
  if (resetsAt !== undefined && resetsAt > now) {
    const left = Math.ceil((resetsAt - now) / 1_000);
    return left < 90 ? t('shell.resetsInS', { left }) : t('shell.resets', { time: moment(resetsAt, now) });
  }
  if (seconds <= 10) return t('shell.resetsWithin10S');
  if (seconds <= 60) return t('shell.resetsWithinAMinute');
  if (seconds <= 3_600) return t('shell.resetsWithinAnHour');
  return seconds <= 86_400 ? t('shell.resetsWithinADay') : t('shell.resetsWithinAMonth');
}
