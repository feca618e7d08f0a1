// Runs the money model over many histories. The same ones in every run; SPILLWAY_SEED plays others, SPILLWAY_RUNS more or fewer.
import fc from 'fast-check';
import type { Settings } from '../../../../src/engine/request/settings';
import { play } from './play';
import type { History } from './steps';

/** With both test files about 12,000 steps; SPILLWAY_RUNS=480 plays 100,000 in some minutes. */
const standard = 60;

/** `share`: of the number of histories. `isLive`: in the end, Run must settle all that is held. */
export const holds = (of: fc.Arbitrary<History>, limits: Partial<Settings>, share: number, isLive = true) =>
  fc.assert(
    fc.asyncProperty(of, (history) => play(history, limits, isLive)),
    {
      numRuns: Math.ceil(Number(process.env.SPILLWAY_RUNS ?? standard) * share),
      seed: Number(process.env.SPILLWAY_SEED ?? 20_261_115),
    },
  );
