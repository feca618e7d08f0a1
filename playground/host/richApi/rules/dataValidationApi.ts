// Excel.DataValidation of a range: the rule as the add-in wrote it, readable back; the page enforces what it can.
import { ApiError } from '../apiError';
import type { ApiObject } from '../apiObject';
import { areaName, intersection, type Area } from '../../../grid/area';
import type { Validation } from '../../../grid/gridFeatures';
import type { WorkbookParts } from '../../parts/workbookParts';

const kinds = ['list', 'wholeNumber', 'decimal', 'date', 'textLength', 'custom'] as const;
const typeNames: Readonly<Record<(typeof kinds)[number], string>> = {
  list: 'List',
  wholeNumber: 'WholeNumber',
  decimal: 'Decimal',
  date: 'Date',
  textLength: 'TextLength',
  custom: 'Custom',
};

export function dataValidationApi(parts: WorkbookParts, area: Area): ApiObject {
  const find = () =>
    parts.validations.find(
      (one) => one.area.sheetId === area.sheetId && areaName(one.area) === areaName(area),
    ) ?? parts.validations.find((one) => intersection(one.area, area));
  const set = (changes: Partial<Validation>) => {
    const known = parts.validations.find((one) => areaName(one.area) === areaName(area) && sameSheet(one));
    const others = parts.validations.filter((one) => one !== known);
    parts.validations = [...others, { rule: {}, ...known, ...changes, area }];
    parts.changed();
  };
  const sameSheet = (one: Validation) => one.area.sheetId === area.sheetId;
  const part = (key: 'prompt' | 'errorAlert' | 'ignoreBlanks') => ({
    get: () => find()?.[key] ?? (key === 'ignoreBlanks' ? true : null),
    set: (value: unknown) => set({ [key]: value }),
  });
  return {
    type: 'DataValidation',
    properties: {
      Rule: { get: () => find()?.rule ?? {}, set: (rule) => set({ rule: checked(rule) }) },
      Type: {
        get: () => {
          const rule = find()?.rule ?? {};
          const kind = kinds.find((one) => rule[one] !== undefined);
          return kind ? typeNames[kind] : 'None';
        },
      },
      Prompt: part('prompt'),
      ErrorAlert: part('errorAlert'),
      IgnoreBlanks: part('ignoreBlanks'),
    },
    methods: {
      Clear: () => {
        parts.validations = parts.validations.filter((one) => !intersection(one.area, area));
        parts.changed();
      },
    },
  };
}

function checked(rule: unknown): Record<string, unknown> {
  const given = typeof rule === 'object' && rule !== null ? (rule as Record<string, unknown>) : {};
  const known = kinds.filter((kind) => given[kind] !== undefined && given[kind] !== null);
  if (known.length !== 1)
    throw new ApiError('InvalidArgument', 'A validation has exactly one rule that this Excel knows.');
  return given;
}
