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
export const atLeast = (name: string, value: number, baseline: number, goal: number): Measure => ({
  ...against(name, value, baseline, Infinity),
  goal: `≥ ${goal}`,
  met: value >= goal * baseline,
});

/** Median milliseconds of alternating runs, so that both sides see the same conditions. */
export function medians(runs: number, ...sides: readonly (() => unknown)[]): number[] {
  const times = sides.map((): number[] => []);
  for (let run = 0; run < runs; run += 1) {
    sides.forEach((side, index) => {
      const began = performance.now();
      side();
      times[index]?.push(performance.now() - began);
    });
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0);
}
