// `A2.Price` and `A2.[Old price]`: other spellings of FIELDVALUE(A2,"Price"), which Univer's grammar does not have.

/** A cell, a point and a name; text in quotes is left as it is. */
const dotted =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'!?|(?<![\w.$])(\$?[A-Z]{1,3}\$?\d{1,7})\.(?:\[([^\]]+)\]|([A-Z_]\w*)(?![\w(.]))/gi;

export const withFieldValues = (formula: string): string =>
  formula.replace(dotted, (whole, cell?: string, bracketed?: string, plain?: string) =>
    cell === undefined ? whole : `FIELDVALUE(${cell},"${(bracketed ?? plain ?? '').replaceAll('"', '""')}")`,
  );
