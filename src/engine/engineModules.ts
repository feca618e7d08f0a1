// The parts of what sends, over the shelf: made in sending.ts, shared by what refreshes, decides and reports.
import type { Circuit } from './circuit';
import type { Holds } from './holds';
import type { InFlight } from './inFlight';
import type { Scheduler } from './scheduler';
import type { Shelf } from './shelf';
import type { Statistic } from './statistic';
import type { Windows } from './windows';

export interface EngineModules extends Shelf {
  readonly holds: Holds;
  readonly windows: Windows;
  readonly circuit: Circuit;
  readonly statistic: Statistic;
  readonly scheduler: Scheduler;
  readonly inFlight: InFlight;
}
