// When requests may be sent: the rate windows of all browser windows, the circuit breaker, and the token statistic that
// tells the limits and proves what was charged.
import { SpillwayError } from '../request/errors';
import type { LocalEngine } from '../local/localEngine';
import type { Locks } from '../ports/crossWindow';
import type { Client } from './client/client';
import { CircuitBreaker } from './schedule/circuitBreaker';
import { RateWindows } from './schedule/rateWindows';
import { Scheduler } from './schedule/scheduler';
import { SharedRateWindows } from './schedule/sharedRateWindows';
import { TokenStatus } from './schedule/tokenStatus';
import { ChargeProof } from './spend/chargeProof';

export interface SendSchedule {
  readonly windows: RateWindows;
  readonly circuit: CircuitBreaker;
  readonly charges: ChargeProof;
  readonly statistic: TokenStatus;
  readonly scheduler: Scheduler;
  readonly rate: SharedRateWindows;
}

export function createSendSchedule(
  local: LocalEngine,
  client: Client,
  locks: Locks | undefined,
): SendSchedule {
  const { clock, settings, store, keyWatch, broadcast, isPaused } = local;
  const { changed } = local.events;
  const windows = new RateWindows();
  const circuit = new CircuitBreaker({
    clock,
    getsThrough: async () => {
      const access = await keyWatch.access();
      return access !== undefined && client.reaches(access);
    },
    isBack: (waited) => {
      for (const [key, cells] of waited) local.recalculations.note(key, cells);
      scheduler.pump();
      changed();
    },
  });
  const readStatistic = async () => {
    const access = await keyWatch.access();
    if (!access) throw new SpillwayError('no_key', { billed: 'no' });
    const began = clock.elapsed();
    const { records, cached } = await client.statistic(access);
    charges.note(records, began, cached);
    // Requests that other browser windows sent are this user's own, not somebody else's.
    if (rate.shared) await rate.load();
    return records;
  };
  const charges: ChargeProof = new ChargeProof({
    clock,
    read: () => statistic.usage(true),
    callsSince: (elapsed) => windows.callsSince(elapsed),
  });
  const statistic: TokenStatus = new TokenStatus(readStatistic, windows, clock, changed);
  const scheduler: Scheduler = new Scheduler({
    clock,
    windows,
    circuit,
    statistic,
    concurrency: () => settings().concurrency,
    isPaused,
    window: local.window,
    sent: () => broadcast({ type: 'sent' }),
    rate: () => rate,
  });
  const rate = new SharedRateWindows({ clock, store, locks, windows, blocked: scheduler.rest });
  return { windows, circuit, charges, statistic, scheduler, rate };
}

/** Nothing that was learnt with one key holds for another. */
export function resetSchedule({ statistic, rate, charges, circuit, scheduler }: SendSchedule): void {
  statistic.forget();
  rate.forget();
  charges.forget();
  circuit.reset();
  scheduler.reset();
}
