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

/** Whoever stores a list does not wait until it is saved. */
type ListSettings = Omit<DocumentSettings, 'saveAsync'> & { saveAsync(): void };

export interface StoredList<Entry> {
  readonly read: (settings: ListSettings) => Entry[];
  /** A workbook that cannot be written to forgets it when it is closed. */
  readonly write: (settings: ListSettings, entries: readonly Entry[]) => void;
}

export const storedList = <Entry>(
  name: string,
  isEntry: (value: unknown) => value is Entry,
): StoredList<Entry> => ({
  read: (settings) => readEntries(settings.get(name), isEntry),
  write: (settings, entries) => {
    settings.set(name, JSON.stringify(entries));
    settings.saveAsync();
  },
});
