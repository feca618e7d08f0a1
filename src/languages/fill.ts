// A message with its values, by the rules of its language. For the pane (t.ts) and for cells (say.ts).

export type Value = string | number;

/** As scripts/messages.mjs makes it. */
export type Text =
  | string
  | readonly (string | readonly [name: string, cases?: Readonly<Record<string, Text>>])[];

export interface Spoken {
  readonly tag: string;
  readonly direction?: 'ltr' | 'rtl';
}

/** Made once for each language: making one takes longer than all of a message. */
const rules = new Map<string, Intl.PluralRules>();

function pluralIn(tag: string, count: number): Intl.LDMLPluralRule {
  const known = rules.get(tag) ?? new Intl.PluralRules(tag);
  rules.set(tag, known);
  return known.select(count);
}

/** Digits are those of formulas and prices in cells. */
export const numberIn = (tag: string, value: number, format?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(`${tag}-u-nu-latn`, format);

/**
 * A value keeps its own direction inside a text from right to left (U+2068, U+2069). What is made of such values already has that of the
 * text: around it, they would count for nothing and it would read from left to right.
 */
const isolated = (value: string, direction: Spoken['direction']): string =>
  direction === 'rtl' && !value.includes('\u2068') ? `\u2068${value}\u2069` : value;

const shown = (value: Value, { tag, direction }: Spoken): string =>
  typeof value === 'number' ? numberIn(tag, value) : isolated(value, direction);

/** What stands between words that no sentence joins. Another language has its own. */
const englishSigns = { items: ', ', facts: ', ', clauses: '; ', label: ': ' };
export type Signs = Readonly<typeof englishSigns>;
export type Joint = keyof Signs | 'sentences';
export type Part = string | false | undefined;

export const signIn = (signs: Signs | undefined, joint: keyof Signs): string =>
  (signs ?? englishSigns)[joint];

/** Without parts that are empty. No space follows a full-width stop. */
export function joinedIn(
  joint: Joint,
  parts: readonly Part[],
  { signs, direction }: { readonly signs?: Signs | undefined; readonly direction?: 'ltr' | 'rtl' },
): string {
  const given = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  return joint === 'sentences'
    ? given.join(' ').replaceAll(/(?<=[。！？：]) /g, '')
    : given.map((part) => isolated(part, direction)).join(signIn(signs, joint));
}

export function filled(text: Text, values: Readonly<Record<string, Value>>, spoken: Spoken): string {
  // Where nothing compiled it, as in a program that tsx runs, values stand in it as they are written.
  if (typeof text === 'string')
    return text.replace(/\{(\w+)\}/g, (part, name: string) => String(values[name] ?? part));
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      const [name, cases] = part;
      const value = values[name] ?? '';
      if (!cases) return shown(value, spoken);
      const which = typeof value === 'number' ? pluralIn(spoken.tag, value) : value;
      return filled(cases[`=${value}`] ?? cases[which] ?? cases.other ?? '', values, spoken);
    })
    .join('');
}
