// The parts of what sends, over the shelf: made in sending.ts, shared by what refreshes, decides and reports.
import type { Account } from './account';
import type { Circuit } from './circuit';
import type { Decisions } from './decisions';
import type { Demand } from './engine';
import type { InFlight } from './inFlight';
import type { Purchases } from './purchases';
import type { Scheduler } from './scheduler';
import type { Shelf } from './shelf';
import type { Statistic } from './statistic';
import type { Windows } from './windows';

export interface EngineModules extends Shelf {
  readonly account: Account;
  readonly decisions: Decisions;
  readonly demand: () => Iterable<Demand>;
  readonly purchases: Purchases | undefined;
  readonly windows: Windows;
  readonly circuit: Circuit;
  readonly statistic: Statistic;
  readonly scheduler: Scheduler;
  readonly inFlight: InFlight;
}
