// What is known about the values of closed lists beyond the table, of all operations together.
import { bizbureauHints } from './bizbureau/valueHints';
import { ruretailHints } from './ruretail/valueHints';
import { staysHints } from './stays/valueHints';
import type { ValueHints } from './table/operation';

const all: readonly ValueHints[] = [ruretailHints, bizbureauHints, staysHints];

export const valueHints = {
  labels: Object.assign({}, ...all.map(({ labels }) => labels)) as Readonly<Record<string, string>>,
  aliases: new Map(all.flatMap(({ aliases = [] }) => aliases)),
  synonyms: Object.assign({}, ...all.map(({ synonyms }) => synonyms)) as Readonly<
    Record<string, readonly string[]>
  >,
  codes: new Map(all.flatMap(({ codes = [] }) => codes)),
};
