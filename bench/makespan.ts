// A burst against low rate limits in simulated time: duration against the theoretical minimum, and number of refusals.
import { spillway, naive, type Cell } from './contenders';
import { against, type Measure } from './measure';

const limits = { ten_second: 5, minutely: 20 };
const latency = 300;

/** Milliseconds until the last of n requests can be sent at the earliest, with both rate windows respected. */
function bestStart(requests: number): number {
  const sends: number[] = [];
  for (let nth = 0; nth < requests; nth += 1) {
    const after = (count: number, length: number) =>
      sends[nth - count] === undefined ? 0 : sends[nth - count]! + length;
    sends.push(Math.max(after(limits.ten_second, 10_000), after(limits.minutely, 60_000)));
  }
  return sends.at(-1) ?? 0;
}

export async function makespanMeasures(): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const requests of [100, 400]) {
    const cells: Cell[] = Array.from({ length: requests }, (_, nth) => ({
      operation: 'hkproperty',
      params: { unit: `U${nth}` },
    }));
    const mine = spillway();
    mine.service.limits = limits;
    mine.service.latency = latency;
    await mine.clock.until(Promise.all(cells.map((cell) => mine.ask(cell))));
    const best = bestStart(requests) + latency;
    const name = `${requests} requests, 5 in 10 s and 20 a minute`;
    measures.push(against(`${name}: seconds until done`, mine.clock.elapsed() / 1000, best / 1000, 1.02));
    const other = naive();
    other.service.limits = limits;
    await other.clock.until(Promise.allSettled(cells.map((cell) => other.ask(cell))));
    const { refusals } = other.service;
    measures.push({
      ...against(`${name}: refused (429), against one fetch per cell`, mine.service.refusals, refusals, 0),
    });
  }
  return measures;
}
