// The parts of what sends, over the shelf: made in sending.ts, shared by what refreshes, decides and reports.
import type { Account } from './spend/account';
import type { CircuitBreaker } from './schedule/circuitBreaker';
import type { UserDecisions } from './spend/userDecisions';
import type { Demand } from '../engine';
import type { InFlight } from './inFlight';
import type { Purchases } from '../ports/purchases';
import type { Scheduler } from './schedule/scheduler';
import type { LocalEngine } from '../local/localEngine';
import type { TokenStatus } from './schedule/tokenStatus';
import type { RateWindows } from './schedule/rateWindows';

export interface RemoteParts extends LocalEngine {
  readonly account: Account;
  readonly decisions: UserDecisions;
  readonly demand: () => Iterable<Demand>;
  readonly purchases: Purchases | undefined;
  readonly windows: RateWindows;
  readonly circuit: CircuitBreaker;
  readonly statistic: TokenStatus;
  readonly scheduler: Scheduler;
  readonly inFlight: InFlight;
}
