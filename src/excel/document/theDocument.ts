// The lists of the open workbook, shared by everything on the page that keeps something in it. Made when first used: Excel
// and its document exist only after Office.js has started.
import { createDocumentLists, namespace, type DocumentLists } from './documentLists';
import { excelParts, memoryParts } from './documentParts';
import type { DocumentSettings } from './documentSettings';

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
