// What Spillway keeps in the workbook itself. Anyone can edit a file, so what is read from it is checked.

/** The part of `Office.context.document.settings` that is used. */
export interface DocumentSettings {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  saveAsync(done?: (result: Office.AsyncResult<Office.Settings>) => void): void;
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
