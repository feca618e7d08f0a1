// What Excel hands to a custom function, made plain. An empty cell is null, "" or 0 depending on the host, an error is a
// string or an object, a cell with a data type is an object around its value, and a scalar may come as [[x]].
import type { CellFault } from '../../cell';
import { messageLength, shorten } from '../../shorten';
import { say } from '../../say';

/** One cell's content; undefined where the cell is blank. */
export type Plain = string | number | boolean | CellFault | undefined;

const errorText = /^#(?:N\/A|[A-Z][A-Z0-9/_]*[!?]|GETTING_DATA)$/;
/** Errors that pass by themselves or mean "nothing there". */
const later = new Set(['#N/A', '#BUSY!', '#GETTING_DATA', '#CONNECT!']);

function passedOn(code: string, message?: unknown): CellFault {
  const says =
    typeof message === 'string' && message.trim() !== '' && message !== code
      ? message
      : say('cellError', { code });
  return { fault: later.has(code) ? 'na' : 'value', message: shorten(says, messageLength) };
}

const unreadable = (): CellFault => ({ fault: 'value', message: say('cellOdd') });

/** Data types carry their plain value beside what they show; errors carry a code. */
function fromObject(value: object): Plain {
  const { type, text, basicValue, code, errorCode, message } = value as Readonly<Record<string, unknown>>;
  if (type === 'Empty') return undefined;
  for (const candidate of [code, errorCode, type === 'Error' ? basicValue : undefined]) {
    if (typeof candidate === 'string' && errorText.test(candidate)) return passedOn(candidate, message);
  }
  if (type === 'Error' || value instanceof Error) return passedOn('#VALUE!', message);
  if (typeof text === 'string' && text.trim() !== '') return text.trim();
  return basicValue === undefined || typeof basicValue === 'object' ? unreadable() : plain(basicValue);
}

/** Text of signs that nobody sees is no text, and nothing to search for. */
const unseen = /^[\s\u00AD\u200B-\u200F\u2060\u2800\u3164]*$/;

export function plain(value: unknown): Plain {
  switch (typeof value) {
    case 'string': {
      const text = value.trim();
      if (unseen.test(text)) return undefined;
      return errorText.test(text) ? passedOn(text) : text;
    }
    case 'number':
      return Number.isFinite(value) ? value : unreadable();
    case 'boolean':
      return value;
    case 'undefined':
      return undefined;
    case 'object':
      return value === null ? undefined : fromObject(value);
    default:
      return unreadable();
  }
}

export const isFault = (value: unknown): value is CellFault =>
  typeof value === 'object' && value !== null && 'fault' in value;

/** The argument as rows of cells; a scalar is one row of one cell. */
export function cellsOf(argument: unknown): readonly (readonly unknown[])[] {
  if (!Array.isArray(argument)) return [[argument]];
  return Array.from(argument as unknown[], (row) => (Array.isArray(row) ? (row as unknown[]) : [row]));
}
