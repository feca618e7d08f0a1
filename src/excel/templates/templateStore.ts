// Which templates this workbook has, kept in the file, so that they can still be filled or removed after it was reopened.
import type { BuiltTemplate } from './builtTemplate';
import { storedList } from '../stores/storedList';

const isText = (value: unknown): value is string => typeof value === 'string';

function isBuilt(value: unknown): value is BuiltTemplate {
  if (typeof value !== 'object' || value === null) return false;
  const { template, sheets, names } = value as Record<string, unknown>;
  return (
    isText(template) &&
    Array.isArray(names) &&
    names.every(isText) &&
    Array.isArray(sheets) &&
    sheets.every((sheet: unknown) => {
      const { key, id, name } = (sheet ?? {}) as Record<string, unknown>;
      return isText(key) && isText(id) && isText(name);
    })
  );
}

export const builtTemplates = storedList('Spillway.Templates', isBuilt);
