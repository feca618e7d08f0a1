// The arguments of a call as one text, to recognise a call that was made before without reading its formula again.
// Lengths are written too, so that ["1,2"] and [1,2] differ.

/** Many formulas share their options, so a long text is written as a number: looking up a short key is faster. */
const longTexts = new Map<string, number>();
const longText = 40;
const mostLongTexts = 100_000;
let lastNumber = 0;

function numberOf(text: string): number {
  const known = longTexts.get(text);
  if (known !== undefined) return known;
  // Numbers are never used twice, so forgetting a text only means that its formulas are read again.
  if (longTexts.size >= mostLongTexts) longTexts.clear();
  longTexts.set(text, ++lastNumber);
  return lastNumber;
}

function scalar(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value.length > longText ? `~${numberOf(value)};` : `"${value.length}:${value}`;
    case 'number':
      return `#${value};`;
    case 'boolean':
      return value ? 't' : 'f';
    case 'undefined':
      return 'n';
    case 'object':
      return value === null ? 'n' : undefined;
    default:
      return undefined;
  }
}

function range(rows: readonly unknown[]): string | undefined {
  let text = `[${rows.length}:`;
  for (const row of rows) {
    const part = Array.isArray(row) ? range(row) : scalar(row);
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}

/** Undefined where an argument is an object (a data type, an error): such a call is read each time. */
export function argumentText(args: readonly unknown[], arity: number): string | undefined {
  const given = Math.min(arity, args.length - 1);
  let text = '';
  for (let index = 0; index < given; index += 1) {
    const argument = args[index];
    const part = Array.isArray(argument) ? range(argument) : scalar(argument);
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}
