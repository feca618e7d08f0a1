// The options every data function has: how results are shown, and how fresh they must be.
import { westernDigits } from '../../../operations/check/canonicalValue';
import { InputFault } from '../../inputFault';
import { yesOrNo } from '../values/localWords';
import type { GeneralOption, Listed } from './optionNames';
import { asText, readFlag, type Scalar } from '../values/value';
import type { View } from './view';
import { sayInput } from '../../say';

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
