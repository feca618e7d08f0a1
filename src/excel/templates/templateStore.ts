// Which templates this workbook has, kept in the file, so that they can still be filled or removed after it was reopened.
import type { BuiltTemplate } from './builtTemplate';
import { readEntries } from '../document/documentSettings';
import { keyedList, type KeyedList } from '../document/keyedList';
import { documentLists, documentSettings } from '../document/theDocument';

const isText = (value: unknown): value is string => typeof value === 'string';

function isBuilt(value: unknown): value is BuiltTemplate {
  if (typeof value !== 'object' || value === null) return false;
  const { template, layout, sheets, names } = value as Record<string, unknown>;
  return (
    isText(template) &&
    (layout === undefined || typeof layout === 'number') &&
    Array.isArray(names) &&
    names.every(isText) &&
    Array.isArray(sheets) &&
    sheets.every((sheet: unknown) => {
      const { key, id, name } = (sheet ?? {}) as Record<string, unknown>;
      return isText(key) && isText(id) && isText(name);
    })
  );
}

/** Two templates never share a sheet. */
export const placeOf = ({ sheets }: BuiltTemplate): string => sheets.map(({ id }) => id).join(' ');

let list: KeyedList<BuiltTemplate> | undefined;

export async function builtTemplates(): Promise<KeyedList<BuiltTemplate>> {
  const lists = documentLists();
  list ??= keyedList(lists, {
    name: 'templates',
    isEntry: isBuilt,
    nameOf: placeOf,
    before: readEntries(documentSettings().get('Spillway.Templates'), isBuilt),
  });
  await lists.refresh();
  return list;
}
