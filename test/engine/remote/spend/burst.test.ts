// What is asked for together is priced together: however slow stores, locks and messages are, a formula or a paste above the
// ask-me limit never sends a part of itself.
import fc from 'fast-check';
import { openBook, type Book } from '../../support/money/book';
import { machine } from '../../support/money/machine';
import { business, open } from '../../support/engineUnderTest';
import { fakeService } from '../../support/fakeService';
import { simulatedClock } from '../../support/simulatedClock';

const runs = {
  numRuns: Number(process.env.SPILLWAY_RUNS ?? 40),
  seed: Number(process.env.SPILLWAY_SEED ?? 20_261_115),
};

interface Pasted {
  /** How many requests each formula makes. */
  readonly formulas: readonly number[];
  readonly slowness: number;
  /** Milliseconds between the calls of two formulas, less than what ends a burst. */
  readonly between: number;
  /** Excel calls the formulas once more, so many milliseconds after the first call. */
  readonly again: number | undefined;
}

const pasted: fc.Arbitrary<Pasted> = fc.record({
  formulas: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
  slowness: fc.constantFrom(0, 5, 60, 400, 2_000, 3_900),
  between: fc.constantFrom(0, 0, 1, 20),
  again: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
});

async function paste({ formulas, slowness, between, again }: Pasted): Promise<{ spent: number; book: Book }> {
  const clock = simulatedClock();
  const service = fakeService(clock);
  const book = openBook({
    name: 'book',
    clock,
    machine: machine(clock, slowness),
    // Every single request is below the limit, and any two of them are above it.
    settings: () => ({ ...open, askAbove: 5 }),
    key: () => 'key-of-the-test-0001',
    purchases: { knows: () => Promise.resolve(false), note: () => undefined },
    send: (_book, url, init) => service.fetch(url, init),
  });
  const call = async () => {
    for (const [row, size] of formulas.entries()) {
      const wanted = Array.from({ length: size }, (_, n) => business(`word ${row} ${n}`));
      book.calculate(`A${row}`, wanted);
      if (between > 0) await clock.advance(between);
    }
  };
  await call();
  if (again !== undefined) await clock.advance(again).then(call);
  await clock.advance(300_000);
  return { spent: service.credits, book };
}

test('a formula or a paste above the limit is held whole, whatever store, locks and messages do', () =>
  fc.assert(
    fc.asyncProperty(pasted, async (history) => {
      const { spent, book } = await paste(history);
      const requests = history.formulas.reduce((sum, size) => sum + size, 0);
      const credits = requests > 1 ? requests * 5 : 0;
      expect(spent).toBe(requests > 1 ? 0 : 5);
      expect(book.engine.state().held.reduce((sum, held) => sum + held.credits, 0)).toBe(credits);
    }),
    runs,
  ));
