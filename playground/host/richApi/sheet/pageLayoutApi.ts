// Excel.PageLayout: print settings are accepted and can be read back. The playground itself does not print.
import { nullObject, type ApiObject } from '../apiObject';
import { addressArgument } from '../argument';
import { fieldOf } from '../collection';
import type { WorkbookModel } from '../workbookModel';
import type { Area } from '../../../grid/area';

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
  const layout = parts.layout(sheetId);
  const put = (key: 'printArea' | 'titleRows' | 'titleColumns') => (value: unknown) => {
    layout[key] = addressArgument(model, sheetId, value, key);
    parts.changed();
  };
  const range = (found: Area | undefined) => (found ? model.range(found) : nullObject);
  return {
    type: 'PageLayout',
    properties: Object.fromEntries(
      settings.map((name) => [
        name,
        fieldOf(layout.settings, name, () => parts.changed(), name === 'Orientation' ? 'Portrait' : null),
      ]),
    ),
    methods: {
      SetPrintArea: put('printArea'),
      SetPrintTitleRows: put('titleRows'),
      SetPrintTitleColumns: put('titleColumns'),
      GetPrintAreaOrNullObject: () => range(layout.printArea),
      GetPrintTitleRowsOrNullObject: () => range(layout.titleRows),
    },
  };
}
