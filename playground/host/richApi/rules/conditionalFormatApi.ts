// Excel.ConditionalFormatCollection: cell values, colour scales and custom formulas.
import { ApiError } from '../apiError';
import type { ApiObject, ScalarProperty } from '../apiObject';
import { numberArgument, textArgument } from '../argument';
import type { WorkbookModel } from '../workbookModel';
import { intersection, type Area } from '../../../grid/area';
import type { ColorPoint, ConditionalFormat, ConditionalStyle } from '../../../grid/gridFeatures';

const types = ['CellValue', 'ColorScale', 'Custom'] as const;

export function conditionalFormatsApi(model: WorkbookModel, area: Area): ApiObject {
  const { parts } = model;
  const own = () => parts.formats.filter((format) => intersection(format.area, area));
  const find = (key: unknown) => {
    const format = typeof key === 'number' ? own()[key] : own().find(({ id }) => id === key);
    if (!format) throw new ApiError('ItemNotFound', 'The conditional format does not exist.');
    return formatApi(model, format);
  };
  return {
    type: 'ConditionalFormatCollection',
    items: () => own().map((format) => formatApi(model, format)),
    item: find,
    methods: {
      Add: (wanted) => {
        const type = types.find((one) => one === wanted);
        if (!type)
          throw new ApiError('InvalidArgument', `The simulated Excel has no ${String(wanted)} format.`);
        const format = { id: crypto.randomUUID(), area, type, style: {}, stopIfTrue: false };
        // A new format has priority over those that are there.
        parts.formats.unshift(format);
        parts.changed();
        return formatApi(model, format);
      },
      GetItemAt: (index) => find(numberArgument(index, 'index')),
      GetCount: () => own().length,
      ClearAll: () => {
        const gone = own();
        parts.formats = parts.formats.filter((format) => !gone.includes(format));
        parts.changed();
      },
    },
  };
}

function formatApi(model: WorkbookModel, format: ConditionalFormat): ApiObject {
  const { parts } = model;
  const change = (changes: Partial<ConditionalFormat>) => {
    Object.assign(format, changes);
    parts.changed();
  };
  return {
    type: 'ConditionalFormat',
    identity: () => ({ Id: format.id }),
    properties: {
      Id: { get: () => format.id },
      Type: { get: () => format.type },
      StopIfTrue: { get: () => format.stopIfTrue, set: (on) => change({ stopIfTrue: on === true }) },
    },
    children: {
      CellValue: () => ({
        type: 'CellValueConditionalFormat',
        properties: {
          Rule: {
            get: () => format.cellValue ?? {},
            set: (rule) => change({ cellValue: rule as NonNullable<ConditionalFormat['cellValue']> }),
          },
        },
        children: { Format: () => styleApi(format.style, () => parts.changed()) },
      }),
      ColorScale: () => ({
        type: 'ColorScaleConditionalFormat',
        properties: {
          Criteria: {
            get: () => format.colorScale ?? {},
            set: (criteria) =>
              change({
                colorScale: criteria as Record<'minimum' | 'midpoint' | 'maximum', ColorPoint | undefined>,
              }),
          },
        },
      }),
      Custom: () => ({
        type: 'CustomConditionalFormat',
        children: {
          Rule: () => ({
            type: 'ConditionalFormatRule',
            properties: {
              Formula: {
                get: () => format.formula ?? '',
                set: (formula) => change({ formula: textArgument(formula, 'formula') }),
              },
            },
          }),
          Format: () => styleApi(format.style, () => parts.changed()),
        },
      }),
    },
    methods: {
      Delete: () => {
        parts.formats = parts.formats.filter((other) => other !== format);
        parts.changed();
      },
      GetRange: () => model.range(format.area),
    },
  };
}

function styleApi(style: ConditionalStyle, changed: () => void): ApiObject {
  const property = (key: keyof ConditionalStyle): ScalarProperty => ({
    get: () => style[key] ?? null,
    set: (value) => {
      Object.assign(style, { [key]: value });
      changed();
    },
  });
  return {
    type: 'ConditionalRangeFormat',
    children: {
      Fill: () => ({ type: 'ConditionalRangeFill', properties: { Color: property('fill') } }),
      Font: () => ({
        type: 'ConditionalRangeFont',
        properties: {
          Color: property('fontColor'),
          Bold: property('bold'),
          Italic: property('italic'),
        },
      }),
    },
  };
}
