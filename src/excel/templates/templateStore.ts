// Which templates this workbook has, kept in the file, so that they can still be filled or removed after it was reopened.
// Anyone can edit a file, so what is read is checked.
import type { BuiltTemplate } from './builtTemplate';

/** The part of `Office.context.document.settings` that is used here. */
interface DocumentSettings {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  saveAsync(): void;
}

const settingName = 'Spillway.Templates';

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

export function readBuilt(settings: DocumentSettings): BuiltTemplate[] {
  try {
    const text = settings.get(settingName);
    const stored: unknown = JSON.parse(typeof text === 'string' ? text : '[]');
    return Array.isArray(stored) ? stored.filter(isBuilt) : [];
  } catch {
    return [];
  }
}

/** A workbook that cannot be written to forgets them when it is closed. */
export function writeBuilt(settings: DocumentSettings, built: readonly BuiltTemplate[]): void {
  settings.set(settingName, JSON.stringify(built));
  settings.saveAsync();
}
