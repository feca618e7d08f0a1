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

/** Digits are those of formulas and prices in cells. */
export const numberIn = (tag: string, value: number, format?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(`${tag}-u-nu-latn`, format);

/** A value keeps its own direction inside a text from right to left (U+2068, U+2069). */
const shown = (value: Value, { tag, direction }: Spoken): string => {
  if (typeof value === 'number') return numberIn(tag, value);
  return direction === 'rtl' ? `\u2068${value}\u2069` : value;
};

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
      const which = typeof value === 'number' ? new Intl.PluralRules(spoken.tag).select(value) : value;
      return filled(cases[`=${value}`] ?? cases[which] ?? cases.other ?? '', values, spoken);
    })
    .join('');
}
