// Every language at once, for a server: it speaks to several people. A page loads the one of its reader.
import ar from './ar.json';
import cellsAr from './cells/ar.json';
import cellsNl from './cells/nl.json';
import cellsRu from './cells/ru.json';
import cellsZhHK from './cells/zh-HK.json';
import nl from './nl.json';
import ru from './ru.json';
import { english, speech, type Language, type Speech } from './t';
import zhHK from './zh-HK.json';

/** With the labels of columns and the signs between words: there are no cells here that could have them. */
const files: Readonly<Record<string, object>> = {
  ar: { ...ar, labels: cellsAr.labels, signs: cellsAr.signs },
  nl: { ...nl, labels: cellsNl.labels, signs: cellsNl.signs },
  ru: { ...ru, labels: cellsRu.labels, signs: cellsRu.signs },
  'zh-HK': { ...zhHK, labels: cellsZhHK.labels, signs: cellsZhHK.signs },
};

const speeches = new Map(
  [english, ...Object.entries(files).map(([tag, file]) => ({ tag, ...file }) as Language)].map(
    (language) => [language.tag, { ...speech(() => language), ...language }] as const,
  ),
);

export const spokenLanguages: readonly string[] = [...speeches.keys()];

/** English for a language that is not known. */
export const speechIn = (tag: string = english.tag): Speech & Language =>
  speeches.get(tag) ?? speeches.get(english.tag)!;
