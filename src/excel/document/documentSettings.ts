// The settings of the document. Each window saves all of them as it read them, so nothing is written there any more; what
// version 0.1 wrote is still read. Anyone can edit a file, so what is read from it is checked.

/** The part of `Office.context.document.settings` that is used. */
export interface DocumentSettings {
  get(name: string): unknown;
}

/** The entries of a list that was stored as JSON text; what is no such text, or no such entry, is left out. */
export function readEntries<Entry>(text: unknown, isEntry: (value: unknown) => value is Entry): Entry[] {
  try {
    const stored: unknown = JSON.parse(typeof text === 'string' ? text : '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}
