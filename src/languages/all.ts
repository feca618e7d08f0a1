// Any language, for a server: it speaks to several people. A page has that of its reader.
import { cellFiles } from './cellFiles';
import { files } from './files';
import type { CellTexts } from './labels';
import { english, speech, type Language, type Speech } from './t';

export const spokenLanguages: readonly string[] = [english.tag, ...Object.keys(files)];

/** With the labels of columns and the signs between words: there are no cells here that could have them. */
async function languageOf(tag: string): Promise<Language> {
  // Somebody else's text: not a name that every object has.
  const [own, inCells] = Object.hasOwn(files, tag) ? [files[tag], cellFiles[tag]] : [];
  if (!own || !inCells) return english;
  const { labels, signs } = (await inCells()).default.cells as CellTexts;
  return { tag, ...(await own()).default, labels, signs } as Language;
}

/** English for a language that is not known. */
export async function speechIn(tag: string = english.tag): Promise<Speech & Language> {
  const language = await languageOf(tag);
  return { ...speech(() => language), ...language };
}
