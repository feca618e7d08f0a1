// The lists of the open workbook, shared by everything on the page that keeps something in it. Made when first used: Excel
// and its document exist only after Office.js has started.
import { createDocumentLists, namespace, type DocumentLists, excelParts, memoryParts } from './documentLists';

/** Undefined outside Office, and before it has started. */
export const officeDocument = (): Office.Document | undefined =>
  typeof Office === 'undefined' ? undefined : Office.context?.document;

/** Outside a workbook nothing was kept. */
export const documentSettings = (): DocumentSettings => officeDocument()?.settings ?? { get: () => null };

let lists: DocumentLists | undefined;

export const documentLists = (): DocumentLists =>
  officeDocument() && typeof Excel !== 'undefined'
    ? (lists ??= createDocumentLists(excelParts(namespace)))
    : createDocumentLists(memoryParts());

/**
 * The part of `Office.context.document.settings` that is used. Each window saves all of them as it read them, so nothing is written
 * there any more; what version 0.1 wrote is still read. Anyone can edit a file, so what is read from it is checked.
 */
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
