// Excel.PageLayout: print settings are accepted and can be read back. The playground itself does not print.
import { ApiError } from '../apiError';
import { isApiObject, nullObject, type ApiObject } from '../apiObject';
import { areaArgument, textArgument } from '../argument';
import type { WorkbookModel } from '../workbookModel';
import { parseAddress, type Area } from '../../../grid/area';

const settings = [
  'Orientation',
  'PaperSize',
  'Zoom',
  'CenterHorizontally',
  'PrintGridlines',
  'LeftMargin',
  'RightMargin',
  'TopMargin',
  'BottomMargin',
] as const;

export function pageLayoutApi(model: WorkbookModel, sheetId: string): ApiObject {
  const { parts } = model;
  const layout = () => parts.layout(sheetId);
  const area = (value: unknown, name: string): Area => {
    if (isApiObject(value)) return areaArgument(value, name);
    const parsed = parseAddress(textArgument(value, name), model.grid.size(sheetId));
    if (!parsed) throw new ApiError('InvalidArgument', `${name} is not an address.`);
    return { sheetId, ...parsed.area };
  };
  const range = (found: Area | undefined) => (found ? model.range(found) : nullObject);
  return {
    type: 'PageLayout',
    properties: Object.fromEntries(
      settings.map((name) => [
        name,
        {
          get: () => layout().settings[name] ?? (name === 'Orientation' ? 'Portrait' : null),
          set: (value: unknown) => {
            layout().settings[name] = value;
            parts.changed();
          },
        },
      ]),
    ),
    methods: {
      SetPrintArea: (value) => {
        layout().printArea = area(value, 'printArea');
        parts.changed();
      },
      SetPrintTitleRows: (value) => {
        layout().titleRows = area(value, 'printTitleRows');
        parts.changed();
      },
      SetPrintTitleColumns: (value) => {
        layout().titleColumns = area(value, 'printTitleColumns');
        parts.changed();
      },
      GetPrintAreaOrNullObject: () => range(layout().printArea),
      GetPrintTitleRowsOrNullObject: () => range(layout().titleRows),
    },
  };
}
