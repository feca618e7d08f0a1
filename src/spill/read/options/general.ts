// The options every data function has: how results are shown, and how fresh they must be.
import { InputFault } from '../../inputFault';
import type { GeneralOption } from './optionNames';
import { asText, readFlag, type Scalar } from '../values/value';
import type { View } from './view';

export const ageUnits: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const off = new Set(['0', 'no', 'none', 'off', 'false']);
const on = new Set(['1', 'yes', 'on', 'true']);

function readHeaders(value: Scalar): View['headers'] {
  const text = String(value).toLowerCase();
  if (off.has(text)) return 'none';
  if (on.has(text)) return 'labels';
  if (text === 'labels' || text === 'fields') return text;
  throw new InputFault(`headers must be labels, fields or 0, not "${text}".`);
}

function readFormats(value: Scalar): boolean {
  const text = String(value).toLowerCase();
  if (off.has(text)) return false;
  if (text === 'auto' || on.has(text)) return true;
  throw new InputFault(`formats must be auto or 0, not "${text}".`);
}

function readAge(value: Scalar): number {
  const found = /^(\d{1,6}) ?([mhd])$/i.exec(asText(value));
  const age = found ? Number(found[1]) * ageUnits[found[2]!.toLowerCase()]! : 0;
  if (age > 0) return age;
  throw new InputFault(`max_age must be an age such as 30m, 12h or 7d, not "${asText(value)}".`);
}

/** What one general option other than `columns` says of the view. */
export function readGeneral(name: Exclude<GeneralOption, 'columns'>, value: Scalar): Partial<View> {
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
