// How a formula wants its records shown and how fresh they must be: everything in the options that is not sent, which every data function has.
import { type Scalar, asText, readFlag } from '../values/value';
import type { Column } from './columns';
import { westernDigits } from '../../../operations/check/canonicalValue';
import { InputFault } from '../../inputFault';
import { yesOrNo } from '../values/localWords';
import type { GeneralOption, Listed } from './optionNames';
import { sayInput } from '../../say';

export interface View {
  /** Empty: the operation's own default columns. */
  readonly columns: readonly Column[];
  /** Conditions as typed, all of which a record must meet to be shown. They are applied to what was fetched. */
  readonly where: readonly string[];
  /** Only the offers that were accepted as the item in Match. */
  readonly matched: boolean;
  readonly headers: 'labels' | 'fields' | 'none';
  readonly transpose: boolean;
  /** Adds when the record was fetched, and from where. */
  readonly stamp: boolean;
  /** False: plain numbers, and numbers of unknown unit as they came. */
  readonly formats: boolean;
  /** Values only: no headings, no lookup column. */
  readonly bare: boolean;
  readonly offline: boolean;
  /** The first column carries a card with everything else of its record. */
  readonly cards: boolean;
  /** Pictures in place of their addresses, in a column of their own. */
  readonly images: boolean;
  /** Milliseconds. */
  readonly maxAge?: number;
  /** Beside each followed field its value before, from the history: of the previous result, or since a date or age. */
  readonly changes?: Scalar | undefined;
  /** The result as the history has it on a date. */
  readonly as_of?: Scalar | undefined;
}

export const defaultView: View = {
  columns: [],
  where: [],
  matched: false,
  headers: 'labels',
  transpose: false,
  stamp: false,
  formats: true,
  bare: false,
  offline: false,
  cards: false,
  images: false,
};

export const ageUnits: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const wordOf = (value: Scalar): string => westernDigits(String(value)).toLowerCase();

/** Yes or no, and none for no. */
const switchOf = (text: string): boolean | undefined => (text === 'none' ? false : yesOrNo(text));

function readHeaders(value: Scalar): View['headers'] {
  const text = wordOf(value);
  if (switchOf(text) === false) return 'none';
  if (switchOf(text) === true) return 'labels';
  if (text === 'labels' || text === 'fields') return text;
  throw new InputFault(sayInput('headersMust', { value: `"${text}"` }));
}

function readFormats(value: Scalar): boolean {
  const text = wordOf(value);
  const isOn = text === 'auto' || switchOf(text);
  if (isOn !== undefined) return isOn;
  throw new InputFault(sayInput('formatsMust', { value: `"${text}"` }));
}

function readAge(value: Scalar): number {
  const found = /^(\d{1,6}) ?([mhd])$/i.exec(westernDigits(asText(value)));
  const age = found ? Number(found[1]) * ageUnits[found[2]!.toLowerCase()]! : 0;
  if (age > 0) return age;
  throw new InputFault(sayInput('ageMust', { value: `"${asText(value)}"` }));
}

/** What one general option says of the view. */
export function readGeneral(name: Exclude<GeneralOption, Listed>, value: Scalar): Partial<View> {
  switch (name) {
    case 'headers':
      return { headers: readHeaders(value) };
    case 'formats':
      return { formats: readFormats(value) };
    case 'max_age':
      return { maxAge: readAge(value) };
    case 'changes':
    case 'as_of':
      return { [name]: value };
    default:
      return { [name]: readFlag(name, value) };
  }
}
