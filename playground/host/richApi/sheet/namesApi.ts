// Excel.NamedItemCollection of the workbook: names of ranges and formulas, compared without regard to case.
import { ApiError } from '../apiError';
import { isApiObject, nullObject, type ApiObject } from '../apiObject';
import { areaArgument, textArgument } from '../argument';
import { collectionApi } from '../collection';
import type { WorkbookModel } from '../workbookModel';
import { areaName, parseAddress, quotedSheetName, type Area } from '../../../grid/area';
import type { DefinedName } from '../../../grid/gridFeatures';

/** What Excel takes as a name: no blanks, and nothing that reads as a cell. */
const validName = /^(?![A-Za-z]{1,3}\d+$)[\p{L}_\\][\p{L}\p{N}_.\\]{0,254}$/u;

export function namesApi(model: WorkbookModel): ApiObject {
  const { features } = model.grid;
  const find = (key: unknown) => {
    const wanted = textArgument(key, 'name').toLowerCase();
    return features.names().find(({ name }) => name.toLowerCase() === wanted);
  };
  return collectionApi({
    type: 'NamedItemCollection',
    noun: 'name',
    all: () => features.names(),
    find,
    api: (name) => nameApi(model, name),
    methods: {
      Add: (name, reference) => {
        const text = textArgument(name, 'name');
        if (!validName.test(text) || find(text))
          throw new ApiError('InvalidArgument', `"${text}" is not a new name.`);
        const added = { name: text, refersTo: referenceText(model, reference) };
        features.addName(added);
        return nameApi(model, added);
      },
    },
  });
}

function referenceText(model: WorkbookModel, reference: unknown): string {
  if (!isApiObject(reference)) return textArgument(reference, 'reference').replace(/^=/, '');
  const area = areaArgument(reference, 'reference');
  const absolute = areaName(area).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
  return `${quotedSheetName(model.sheetName(area.sheetId))}!${absolute}`;
}

function nameApi(model: WorkbookModel, { name, refersTo }: DefinedName): ApiObject {
  const area = (): Area | undefined => {
    const active = model.grid.activeSheetId();
    const parsed = parseAddress(refersTo, model.grid.size(active));
    const sheet = model.grid.sheets().find((one) => one.name === parsed?.sheetName);
    return parsed && { sheetId: sheet?.id ?? active, ...parsed.area };
  };
  const range = () => {
    const found = area();
    return found ? model.range(found) : nullObject;
  };
  return {
    type: 'NamedItem',
    identity: () => ({ _Id: name }),
    properties: {
      Name: { get: () => name },
      Formula: { get: () => `=${refersTo}` },
      Value: { get: () => `=${refersTo}` },
      Type: { get: () => 'Range' },
      Visible: { get: () => true },
    },
    methods: {
      Delete: () => model.grid.features.deleteName(name),
      GetRange: range,
      GetRangeOrNullObject: range,
    },
  };
}
