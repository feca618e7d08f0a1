// Facts for a report about a problem. No key, no addresses with secrets, nothing of what was searched for.
import type { EngineState, LedgerEntry } from '../../engine/engine';
import type { Settings } from '../../engine/request/settings';
import { noticeText } from '../text/failureText';
import { bytes } from '../text/words';

interface DiagnosticFacts {
  readonly time: number;
  readonly version: string;
  readonly host: string;
  readonly agent: string;
  readonly gateway: string;
  readonly store: string;
  readonly hasKey: boolean;
  readonly settings: Settings;
  readonly state: EngineState;
  readonly ledger: readonly LedgerEntry[];
  readonly formulas: number;
}

const originOf = (address: string): string => {
  if (address === '') return 'same server';
  try {
    return new URL(address).origin;
  } catch {
    return 'unreadable';
  }
};

/** Which Excel this is: program, platform and build. */
export const hostText = (): string => {
  if (typeof Office === 'undefined') return 'none';
  const { host, platform, version } = Office.context?.diagnostics ?? {};
  return [host, platform, version].filter(Boolean).join(' ') || 'unknown';
};

export function diagnostics(facts: DiagnosticFacts): string {
  const { settings, state, ledger } = facts;
  const outcomes = new Map<string, number>();
  for (const { outcome } of ledger) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const lines = [
    ['Time (UTC)', new Date(facts.time).toISOString()],
    ['Spillway', facts.version],
    ['Host', facts.host],
    ['Browser', facts.agent],
    ['Gateway', facts.gateway],
    ['Base address', originOf(settings.baseUrl)],
    ['Settings stored in', facts.store],
    ['Key saved', facts.hasKey ? 'yes' : 'no'],
    ['Ask above', String(settings.askAbove)],
    ['Daily cap', settings.dailyCap === undefined ? 'none' : String(settings.dailyCap)],
    ['Round counts', String(settings.roundCounts)],
    ['Reuse counts', String(settings.reuseCounts)],
    ['Concurrency', String(settings.concurrency)],
    [
      'Age limits',
      Object.entries(settings.ages)
        .map(([id, age]) => `${id} ${age} ms`)
        .join(', ') || 'none',
    ],
    [
      'Wire names',
      Object.entries(settings.wireNames)
        .map(([id, name]) => `${id} as ${name}`)
        .join(', ') || 'defaults',
    ],
    ['Cache', `${state.cache.entries} results, ${bytes(state.cache.bytes)} of ${bytes(state.cache.limit)}`],
    ['Known cells', String(facts.formulas)],
    ['Queue', `${state.queue.length} in queue, ${state.held.length} held${state.paused ? ', paused' : ''}`],
    [
      'Rate windows',
      state.windows.map(({ id, used, limit }) => `${id} ${used}/${limit}`).join(', ') || 'unknown',
    ],
    ['Today', `${state.spentToday} spent, ${state.savedToday} saved`],
    ['Outcomes', [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ') || 'none'],
    ['Notices', state.notices.map(noticeText).join(' | ') || 'none'],
  ];
  return lines.map(([name, value]) => `${name}: ${value}`).join('\n');
}
