// What a cell shows when a call failed. The sentences are a separate chunk: most formulas never need them. An error in the formula itself has its own sentence and is shown immediately.
import type { CellFault } from '../../spill/cell';
import type * as sentences from './cellError';
import { load } from '../lazyCode';
import { sayInput } from '../../spill/say';

export type Sentences = typeof sentences;

/** As `cellError.ts` has it for a network that cost nothing; said where code did not arrive. */
export const notLoaded: CellFault = {
  fault: 'na',
  get message() {
    return sayInput('notLoaded');
  },
};

let loaded: Sentences | undefined;

/** Undefined until something failed. */
export const loadedSentences = (): Sentences | undefined => loaded;

export const loadSentences = async (): Promise<Sentences> =>
  (loaded ??= await load(() => import(/* webpackChunkName: "later" */ './cellError')));

/** Why it failed, in words; without the words, that they could not be loaded. */
export const explain = (error: unknown, context: sentences.ErrorContext = {}): Promise<CellFault> =>
  loadSentences().then(
    ({ cellFault }) => cellFault(error, context),
    () => notLoaded,
  );
