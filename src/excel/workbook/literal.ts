// A value as it has to be written so that Excel keeps exactly it. What is written is read as if it was typed: 01234 becomes
// a number, 1-2 a date, =A1 a formula, in the country's own words. A cell formatted as text (@) takes it as it is.
import type { CellValue } from './workbook';

export interface Literal {
  readonly value: CellValue;
  /** The number format the cell must have before the value is written. */
  readonly format: string;
}

const text = '@';
const longest = 32_767;
/** Some versions show longer text in a cell formatted as text as ####. No number, date or yes/no is longer. */
const longestShown = 255;

/** Words with nothing that a number, a date, a formula or a yes/no could be made of in any language. */
const isProse = (value: string): boolean => /^[^\s\p{N}=+\-@'#]\P{N}*$/u.test(value) && /\S\s+\S/.test(value);

const startsLikeFormula = /^[=+\-@']/;

/** `format` is what the cell has now; `error`: the text is that of an error, to be written as one. */
export function literal(value: CellValue, format: string, error = false): Literal {
  const own = format === text ? 'General' : format;
  if (typeof value !== 'string' || error) return { value, format: own };
  // An apostrophe is not part of the text that follows it. Alone it is an empty text, which is not an empty cell.
  if (value === '') return { value: "'", format: own };
  if (value.startsWith("'") && value.length < longest) return { value: `'${value}`, format: own };
  if (value.length > longestShown && !startsLikeFormula.test(value) && /\p{L}{2}/u.test(value))
    return { value, format: own };
  return isProse(value) ? { value, format: own } : { value, format: text };
}
