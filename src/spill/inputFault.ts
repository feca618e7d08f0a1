// A formula that cannot be read: wrong argument, unknown option, unknown column. Becomes a #VALUE! with this message.

export class InputFault extends Error {
  override readonly name = 'InputFault';
}
