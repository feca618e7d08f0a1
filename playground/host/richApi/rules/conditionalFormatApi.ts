// Excel.ConditionalFormatCollection: cell values, colour scales and custom formulas.
import { ApiError } from '../apiError';
import type { ApiObject } from '../apiObject';
import { textArgument } from '../argument';
import { collectionApi, fieldOf } from '../collection';
import type { WorkbookModel } from '../workbookModel';
import { intersection, type Area } from '../../../grid/area';
import type { ConditionalFormat, ConditionalStyle } from '../../../grid/gridFeatures';

const types = ['CellValue', 'ColorScale', 'Custom'] as const;

export function conditionalFormatsApi(model: WorkbookModel, area: Area): ApiObject {
  const { parts } = model;
  const own = () => parts.formats.filter((format) => intersection(format.area, area));
  const api = (format: ConditionalFormat) => formatApi(model, format);
  return collectionApi({
    type: 'ConditionalFormatCollection',
    noun: 'conditional format',
    all: own,
    find: (key) => (typeof key === 'number' ? own()[key] : own().find(({ id }) => id === key)),
    api,
    methods: {
      Add: (wanted) => {
        const type = types.find((one) => one === wanted);
        if (!type)
          throw new ApiError('InvalidArgument', `The simulated Excel has no ${String(wanted)} format.`);
        const format = { id: crypto.randomUUID(), area, type, style: {}, stopIfTrue: false };
        // A new format has priority over those that are there.
        parts.formats.unshift(format);
        parts.changed();
        return api(format);
      },
      ClearAll: () => {
        const gone = own();
        parts.formats = parts.formats.filter((format) => !gone.includes(format));
        parts.changed();
      },
    },
  });
}

function formatApi(model: WorkbookModel, format: ConditionalFormat): ApiObject {
  const { parts } = model;
  const changed = () => parts.changed();
  const field = (key: keyof ConditionalFormat, otherwise: unknown) =>
    fieldOf(format, key, changed, otherwise);
  const formula = field('formula', '');
  return {
    type: 'ConditionalFormat',
    identity: () => ({ Id: format.id }),
    properties: {
      Id: { get: () => format.id },
      Type: { get: () => format.type },
      StopIfTrue: field('stopIfTrue', false),
    },
    children: {
      CellValue: () => ({
        type: 'CellValueConditionalFormat',
        properties: { Rule: field('cellValue', {}) },
        children: { Format: () => styleApi(format.style, changed) },
      }),
      ColorScale: () => ({
        type: 'ColorScaleConditionalFormat',
        properties: { Criteria: field('colorScale', {}) },
      }),
      Custom: () => ({
        type: 'CustomConditionalFormat',
        children: {
          Rule: () => ({
            type: 'ConditionalFormatRule',
            properties: {
              Formula: { ...formula, set: (text) => formula.set(textArgument(text, 'formula')) },
            },
          }),
          Format: () => styleApi(format.style, changed),
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
  const property = (key: keyof ConditionalStyle) => fieldOf(style, key, changed);
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
