// How many cards and pictures fit beside the plain values: Excel refuses a result above 5 MB whole, and on the web it becomes slow
// with thousands of cards. Their size is estimated as if all text were ASCII, and corrected by the true size of a sample.
import type { CardCell, WebImage } from '../../cell';
import { bytesOf } from '../payload';

/** Records whose cells carry a card or a picture. */
export const mostCards = 2_000;
/** Looked at whole: the first ones, every fiftieth, and all that are long. */
const [first, every, long] = [4, 50, 6_000];

export class CardRoom {
  private taken = 0;
  private estimated = 1;
  private measured = 1;

  constructor(private bytes: number) {}

  takes(value: CardCell | WebImage, estimate: number): boolean {
    if (this.taken < first || this.taken % every === 0 || estimate > long) {
      this.estimated += estimate;
      this.measured += bytesOf(JSON.stringify(value));
    }
    const bytes = estimate * Math.max(1, this.measured / this.estimated);
    if (bytes > this.bytes) return false;
    this.bytes -= bytes;
    this.taken++;
    return true;
  }
}
