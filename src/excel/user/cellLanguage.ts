// The language of what cells show: the one chosen in Settings, or else that of Office. English is in the code; another comes with a
// file of its own. A change sends nothing and calls no cell: a result has its new headings when it is next calculated.
import { cellFiles } from '../../languages/cellFiles';
import { cellTexts, setCellTexts, type CellTexts } from '../../languages/labels';
import { load } from '../lazyCode';
import type { SettingsStore } from '../runtime';

/** The language for a display language of Office. Chinese is told apart by its script: that of Hong Kong is not that of Beijing. */
export function languageFor(displayLanguage: string): string {
  const form = (tag: string) => {
    const { language: name, script } = new Intl.Locale(tag).maximize();
    return `${name}-${script}`;
  };
  try {
    return Object.keys(cellFiles).find((tag) => form(tag) === form(displayLanguage)) ?? 'en';
  } catch {
    return 'en';
  }
}

/** What is wanted last stands, however late a file comes. */
let wanted = 'en';

/** Resolves when cells speak it; rejects where its file did not come. */
export async function speakInCells(tag: string): Promise<void> {
  wanted = tag;
  if (tag === (cellTexts()?.tag ?? 'en')) return;
  const file = cellFiles[tag];
  const texts = file && ({ tag, ...(await load(file)).default.cells } as CellTexts);
  if (tag === wanted) setCellTexts(texts);
}

/** Resolves when formulas can be calculated: in English if their language did not come. */
export function followCellLanguage(settings: SettingsStore, displayLanguage: string): Promise<void> {
  const look = () =>
    speakInCells(settings.current().language || languageFor(displayLanguage)).catch(() => undefined);
  settings.subscribe(() => void look());
  return look();
}
