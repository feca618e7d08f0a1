// A list that is kept in the workbook. Apart from what a cached formula needs, which is not loaded with it.
import { readEntries, type DocumentSettings } from './documentSettings';

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
