// What the API objects share: the grid, the settings, and how to create a sheet's object. Separate from them, so that ranges
// and sheets can refer to each other.
import type { ApiObject } from './apiObject';
import type { EventTargets } from './eventTargets';
import type { DocumentSettings } from './documentSettings';
import type { Area } from '../../grid/area';
import type { Grid } from '../../grid/grid';
import type { WorkbookParts } from '../parts/workbookParts';

export interface WorkbookModel {
  readonly grid: Grid;
  /** The decimal sign of this Excel. */
  readonly decimal: string;
  readonly language: string;
  readonly settings: DocumentSettings;
  readonly parts: WorkbookParts;
  readonly fileName: string;
  readonly events: EventTargets;
  worksheet(sheetId: string): ApiObject;
  range(area: Area): ApiObject;
  sheetName(sheetId: string): string;
  removeReference(id: string): void;
}
