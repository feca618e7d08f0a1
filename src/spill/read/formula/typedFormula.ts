// A formula as one types it in this Excel, for whatever shows one: error sentences and the builder. Excel has no word for its list
// separator: it takes that of Windows, which its decimal sign and its region decide.

/** As in English until Excel has said its own (excel/workbook/selection.ts). */
let decimalSign = '.';
let separator = ',';

/**
 * Where a comma is the decimal sign, semicolons part the arguments. In Arabic they do so beside a decimal point too: Windows has
 * the semicolon in each of its Arabic regions (the table of .NET, IcuLocaleData.cs).
 */
export function setTypedSigns(decimal: string, culture = ''): void {
  decimalSign = decimal;
  separator = decimal === ',' || /^ar\b/i.test(culture) ? ';' : ',';
}

/** Quoted texts, sheet names, array constants and table columns; else a decimal number or a separator. */
const typedParts = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\{[^}]*\}|\[(?:[^[\]]|\[[^\]]*\])*\]|(?<![\w.])\d*\.\d+|,/g;

export const typedFormula = (formula: string): string =>
  formula.replace(typedParts, (part) => {
    if (part === ',') return separator;
    return decimalSign === ',' && /^\d*\.\d+$/.test(part) ? part.replace('.', ',') : part;
  });
