// Sentences in cells: why there is no result, what is wrong with a formula. Their English is in the folder en, one file for each piece of
// code that is loaded, and comes with that code; another language has all of them in the file that its page loads.
import { filled, type Text, type Value } from './fill';
import { cellTexts } from './labels';
import type placeholders from './placeholders/cells.json';

type Placeholders = typeof placeholders;

type Values<Key> = Key extends keyof Placeholders
  ? [values: Readonly<Record<keyof Placeholders[Key], Value>>]
  : [];

/** `say('badKey')`, for the messages of one section. A key or a value that is missing fails the type check. */
export const sayer =
  <Section extends string, Messages extends Readonly<Record<string, string>>>(
    section: Section,
    messages: Messages,
  ) =>
  <Key extends keyof Messages & string>(key: Key, ...[values]: Values<`${Section}.${Key}`>): string => {
    const own = cellTexts();
    return filled(
      (own?.messages[section]?.[key] ?? messages[key]) as Text,
      values ?? {},
      own ?? { tag: 'en' },
    );
  };
