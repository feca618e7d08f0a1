// A formula that cannot be read: wrong argument, unknown option, unknown column. Becomes a #VALUE! with this message,
// or passes on the error that stood in a cell the formula refers to.
import type { CellFault } from './cell';
import { messageLength, shorten } from './shorten';

export class InputFault extends Error {
  override readonly name = 'InputFault';

  constructor(
    message: string,
    readonly fault: CellFault['fault'] = 'value',
    /** Nobody should pay for it, but a response that was paid for may be shown. */
    readonly unlessKnown = false,
  ) {
    super(shorten(message, messageLength));
  }
}
