// Options as people type them by habit of another language: `sort: price_asc`, `sort == price_asc`, no semicolon between
// two, full-width signs, curly quotation marks. Each would be read as something else, so the corrected text is offered.
import { operationOf, type OperationId } from '../../../operations';
import { isKnownColumn } from '../options/columns';
import { findOption } from '../options/optionNames';
import { semicolons, split } from '../values/optionText';

const fullWidth: Readonly<Record<string, string>> = {
  '＝': '=',
  '：': ':',
  '＠': '@',
  '＂': '"',
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
};

const plainSigns = (text: string) => text.replaceAll(/[＝：＠＂“”„«»]/g, (sign) => fullWidth[sign]!);

const isName = (id: OperationId, text: string): boolean =>
  /^raw:\s*\S/i.test(text) || (/^[\p{L}\p{N}_ -]+$/u.test(text) && findOption(id, text) !== undefined);

/** `sort price_asc`, `price_max < 500`, `sort->price_asc`: a name and a value with another sign, or none, between them. */
function withEquals(id: OperationId, part: string): string {
  const [, name = '', rest = ''] =
    /^([\p{L}\p{N}_]+)\s*(?:[<>!~]=?|[-=]>|≤|≥|\s)\s*([^=<>]+)$/u.exec(part) ??
    /^([\p{L}\p{N}_]+)\s*[<>≤≥~!]+=\s*(.+)$/su.exec(part) ??
    [];
  // `price>500` is a condition.
  const isCondition = /[<>≤≥]/.test(part) && isKnownColumn(id, name);
  const isColumn = isKnownColumn(id, part) || isCondition || / as /i.test(part);
  return name !== '' && !isColumn && isName(id, name) ? `${name}=${rest.trim()}` : part;
}

/** One part between semicolons, corrected: a colon or two equals signs after a name, a name in the middle of a value. */
function correctedPart(id: OperationId, part: string): string {
  if (/^[@{"']/.test(part) || /^where\s*=[^=]/i.test(part)) return part;
  const doubled = part.replace(/^([^=]+?)\s*={2,}\s*/, '$1=');
  const [, name = '', rest = ''] = /^([\p{L}\p{N}_ -]+?)\s*[:：]\s*=?\s*(.*)$/su.exec(doubled) ?? [];
  const colon = name !== '' && name.toLowerCase() !== 'raw' && isName(id, name) ? `${name}=${rest}` : doubled;
  const named = withEquals(id, colon);
  const equals = named.indexOf('=');
  if (equals < 0 || /^\s*["']/.test(named.slice(equals + 1))) return named;
  // `sort=price_asc price_max=500` and `sort=price_asc, price_max=500`: the second name begins another option.
  return (
    named.slice(0, equals + 1) +
    named
      .slice(equals + 1)
      .replaceAll(/[\s,，、،|&+]+((?:raw:)?[\p{L}_]+)\s*[=:]\s*/gu, (whole, key: string) =>
        isName(id, key) ? `; ${key}=` : whole,
      )
  );
}

const tidy = (text: string) => split(text, semicolons, true).filter((part) => part !== '');

/** The text as it was probably meant; undefined where it means what it says. */
export function correctedOptions(id: OperationId, text: string): string | undefined {
  const parts = tidy(text);
  const before = parts.map((part) => correctedPart(id, part));
  const signs = tidy(plainSigns(text));
  const after = signs.map((part) => correctedPart(id, part));
  // Full-width signs inside a value are the value's own, unless they separate options or quote the whole of it.
  const namesIn = (all: readonly string[]) =>
    all
      .join(';')
      .split(/[;=]/)
      .filter((name) => isName(id, name.trim())).length;
  const separated = namesIn(after) > namesIn(before) || /=\s*[“”„«]/.test(text) || /^\s*＠/.test(text);
  if (separated) return after.join('; ');
  return before.some((part, place) => part !== parts[place]) ? before.join('; ') : undefined;
}

/** Whether an argument holds options: a name that is known with a value behind it, or a saved set. */
export function isOptionText(id: OperationId, text: string): boolean {
  const [first = ''] = tidy(plainSigns(text));
  // A search may begin with @ where there are no sets to name.
  if (/^@\s*[\p{L}\p{N}]/u.test(first)) return operationOf(id).filterSets === true;
  const [, name = ''] = /^((?:raw:\s*)?[^=:]+?)\s*[=:]/i.exec(first) ?? [];
  return name !== '' && !/^https?$/i.test(name) && isName(id, name);
}
