// The end of a history of the money model: when nothing else happens, one press of Run settles what is held.
import type { SimulatedClock } from '../simulatedClock';
import type { Agreement } from './agreement';
import type { Book } from './book';

export const expectNone = (found: readonly unknown[]) => {
  if (found.length > 0) throw new Error(JSON.stringify(found, null, 2));
};

/** With nothing else happening, what is held is what living cells want, costs what it says, and one press of Run ends it. */
export async function settleAll(
  books: readonly Book[],
  clock: SimulatedClock,
  oracle: Agreement,
): Promise<void> {
  for (const book of books) {
    for (const [cell, requests] of book.cells()) book.calculate(cell, requests);
    await clock.advance(700_000);
    // A result that comes lets other counts of its request be asked for again, which may be held in turn.
    for (let presses = 0; presses < 8; presses += 1) {
      const [held] = book.engine.state().held;
      if (!held) break;
      const before = oracle.agreedCreditsOf(book);
      const approval = await clock.until(
        book.engine.approve(held.id, held.credits).then((approved) => {
          oracle.agree(book, book.underWay(), held.requests, approved.credits, false);
          return approved;
        }),
      );
      await clock.advance(700_000);
      // A failure that is forgotten by now may be asked for again beside it, within the limits.
      const billed = oracle.agreedCreditsOf(book) - before;
      if (!approval.ran || approval.credits !== held.credits || billed !== held.credits)
        expectNone([{ shown: held.credits, ...approval, billed }]);
    }
    const { held, queue } = book.engine.state();
    const ends = book.cells().flatMap(([cell]) => book.shown(cell));
    const unsettled = ends.filter(
      (end) => end === 'waits' || (typeof end === 'object' && end.code === 'held'),
    );
    expectNone([...oracle.broken, ...held, ...queue, ...unsettled]);
  }
}
