// The parts of one engine, made in createEngine.ts and shared by what asks, refreshes, decides and reports.
import type { Announcements } from './announcements';
import type { Cache } from './cache';
import type { Circuit } from './circuit';
import type { Clock } from './clock';
import type { Failures } from './failures';
import type { Hits } from './hits';
import type { Holds } from './holds';
import type { InFlight } from './inFlight';
import type { KeyWatch } from './keyWatch';
import type { Ledger } from './ledger';
import type { Renewals } from './renewals';
import type { Scheduler } from './scheduler';
import type { Settings } from './settings';
import type { Statistic } from './statistic';
import type { News } from './windowLink';
import type { Windows } from './windows';

export interface EngineModules {
  readonly clock: Clock;
  readonly random: () => number;
  readonly settings: () => Settings;
  /** What was stored has been read. */
  readonly ready: Promise<void>;
  readonly announcements: Announcements;
  readonly keyWatch: KeyWatch;
  readonly cache: Cache;
  readonly failures: Failures;
  readonly ledger: Ledger;
  readonly hits: Hits;
  readonly holds: Holds;
  readonly renewals: Renewals;
  readonly windows: Windows;
  readonly circuit: Circuit;
  readonly statistic: Statistic;
  readonly scheduler: Scheduler;
  readonly inFlight: InFlight;
  readonly tell: (news: News) => void;
  readonly isClosed: () => boolean;
}
