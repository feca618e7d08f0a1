// A formula as one types it in this Excel, for whatever shows one: error sentences and the builder. Excel has no word for its list
// separator, but its decimal sign decides it.

/** A point until Excel has said its own (excel/workbook/selection.ts). */
let decimalSign = '.';
export function setDecimalSign(sign: string): void {
  decimalSign = sign;
}

/** Quoted texts, sheet names, array constants and table columns; else a decimal number or a separator. */
const typedParts = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\{[^}]*\}|\[(?:[^[\]]|\[[^\]]*\])*\]|(?<![\w.])\d*\.\d+|,/g;

/** Where a comma is the decimal sign, semicolons part the arguments. */
export function typedFormula(formula: string): string {
  if (decimalSign !== ',') return formula;
  return formula.replace(typedParts, (part) => {
    if (part === ',') return ';';
    return /^\d*\.\d+$/.test(part) ? part.replace('.', ',') : part;
  });
}
