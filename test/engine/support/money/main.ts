// A process that plays histories of the money model under one condition and prints how many steps it took, or what went wrong.
// Outside Jest, which watches every promise in Node 20: that takes a third of the time.
// `npx tsx test/engine/support/money/main.ts 'a daily cap'`, with SPILLWAY_SEED and SPILLWAY_RUNS for other and more histories.
import fc from 'fast-check';
import { conditions, type Condition, type ConditionName } from './conditions';
import { play } from './play';

/** With all conditions about 50,000 steps; SPILLWAY_RUNS=420 plays twice as many. */
const standard = 210;

const names = Object.keys(conditions) as ConditionName[];
const name = names.find((each) => each === process.argv[2]);
if (!name) throw new Error(`Give one of the conditions: ${names.join('; ')}.`);

const { histories, limits, share, isLive }: Condition = conditions[name];
let steps = 0;
// Most errors here are expected ones, and nobody reads their stacks.
Error.stackTraceLimit = 0;
await fc
  .assert(
    fc.asyncProperty(histories, (history) => {
      steps += history.steps.length;
      return play(history, limits, isLive);
    }),
    {
      numRuns: Math.ceil(Number(process.env.SPILLWAY_RUNS ?? standard) * share),
      // Other histories under each condition.
      seed: Number(process.env.SPILLWAY_SEED ?? 20_261_115) + names.indexOf(name),
    },
  )
  .then(
    () => process.stdout.write(`${steps}\n`),
    (error: Error) => {
      process.stderr.write(`${error.message}\n${String(error.cause)}\n`);
      process.exitCode = 1;
    },
  );
