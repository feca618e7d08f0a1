// One line of the table: a number against its baseline from the same run, so that the machine's speed does not matter.

export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly baseline: number;
  readonly ratio: number;
  readonly goal: string;
  readonly met: boolean;
}

const rounded = (number: number) => Number(number.toPrecision(4));

/** `goal` is the largest acceptable ratio. */
export function against(name: string, value: number, baseline: number, goal: number): Measure {
  const ratio = baseline === 0 ? (value === 0 ? 1 : Infinity) : value / baseline;
  return {
    name,
    value: rounded(value),
    baseline: rounded(baseline),
    ratio: rounded(ratio),
    goal: `≤ ${goal}`,
    met: ratio <= goal,
  };
}

/** For numbers where larger is better: at least a share of the baseline. */
const atLeast = (name: string, value: number, baseline: number, goal: number): Measure => ({
  ...against(name, value, baseline, Infinity),
  goal: `≥ ${goal}`,
  met: value >= goal * baseline,
});

/** Two sides that ran in turn. */
export interface Pair {
  readonly value: number;
  readonly baseline: number;
  readonly ratio: number;
}

export const againstPair = (name: string, { value, baseline, ratio }: Pair, goal: number): Measure => ({
  ...against(name, value, baseline, goal),
  ratio: rounded(ratio),
  met: ratio <= goal,
});

/** For numbers where larger is better. */
export const atLeastPair = (name: string, { value, baseline, ratio }: Pair, goal: number): Measure => ({
  ...atLeast(name, value, baseline, goal),
  ratio: rounded(ratio),
  met: ratio >= goal,
});

const lowerQuartile = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 4)] ?? 0;

/** Other processes only ever add time, so each side is its lower quartile. */
export function pairOf(values: readonly number[], baselines: readonly number[]): Pair {
  const [value, baseline] = [lowerQuartile(values), lowerQuartile(baselines)];
  return { value, baseline, ratio: value / baseline };
}

const middle = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/**
 * For servers, which can only be watched by the clock: the ratio is the median of the ratios of neighbouring turns. Both were
 * taken in the same moment, so a machine that is busy for a while changes both.
 */
export const neighbours = (turns: readonly (readonly [value: number, baseline: number])[]): Pair => ({
  value: middle(turns.map(([value]) => value)),
  baseline: middle(turns.map(([, baseline]) => baseline)),
  ratio: middle(turns.map(([value, baseline]) => value / baseline)),
});

/** Milliseconds of CPU time. A page has only the wall clock, which on a busy machine includes other processes' work. */
function cpuTime(): number {
  if (typeof process === 'undefined') return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Runs both sides in turn; the first rounds, in which the code is compiled, do not count. */
export function pairs(rounds: number, subject: () => unknown, baseline: () => unknown): Pair {
  const timed = (side: () => unknown): number => {
    const began = cpuTime();
    side();
    return cpuTime() - began;
  };
  const values: number[] = [];
  const baselines: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const [value, base] = [timed(subject), timed(baseline)];
    if (round < 0) continue;
    values.push(value);
    baselines.push(base);
  }
  return pairOf(values, baselines);
}
