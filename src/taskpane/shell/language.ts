// The language of the pane: the one chosen in Settings, or else that of Office. English is there from the start; another comes
// with a file of its own, while the rest of the pane is being prepared.
import { createListeners } from '../../engine/ports/listeners';
import { load } from '../../excel/lazyCode';
import type { SettingsStore } from '../../excel/runtime';
import { languageFor, speakInCells } from '../../excel/user/cellLanguage';
import { files } from '../../languages/files';
import { english, language, setLanguage, type Language } from '../../languages/t';

export const languageChanges = createListeners();

/** What is wanted last stands, however late a file comes. */
let wanted = english.tag;

async function speak(tag: string): Promise<void> {
  if (tag === wanted) return;
  wanted = tag;
  const file = files[tag];
  // The pane shows the labels that cells show.
  const cells = speakInCells(tag).catch(() => undefined);
  const own = file ? ({ tag, ...(await load(file)).default } as Language) : english;
  await cells;
  if (tag !== wanted) return;
  setLanguage(own);
  document.documentElement.lang = tag;
  document.documentElement.dir = language().direction;
  languageChanges.notify();
}

/** Resolves when the pane can be shown: in English if its language did not come. */
export function followLanguage(settings: SettingsStore, displayLanguage: string): Promise<void> {
  const look = () =>
    speak(settings.current().language || languageFor(displayLanguage)).catch(() => undefined);
  settings.subscribe(() => void look());
  return look();
}
