// What a workbook has beside its cells: charts, pictures, rules, print settings. Saved with the file, and shown by the page.
import type { Area } from '../../grid/area';
import type { ConditionalFormat, Validation } from '../../grid/gridFeatures';
import type { Chart } from './chart';
import type { Picture } from './picture';

export interface PageLayout {
  printArea?: Area;
  titleRows?: Area;
  titleColumns?: Area;
  readonly settings: Record<string, unknown>;
}

export interface XmlPart {
  readonly id: string;
  xml: string;
}

export interface Table {
  name: string;
  readonly area: Area;
  readonly settings: Record<string, unknown>;
}

export interface SavedParts {
  readonly charts: Chart[];
  readonly pictures: Picture[];
  readonly validations: Validation[];
  readonly formats: ConditionalFormat[];
  readonly layouts: Record<string, PageLayout>;
  readonly xmlParts: XmlPart[];
  readonly tables: Table[];
}

export class WorkbookParts {
  charts: Chart[];
  pictures: Picture[];
  validations: Validation[];
  formats: ConditionalFormat[];
  readonly layouts: Record<string, PageLayout>;
  xmlParts: XmlPart[];
  tables: Table[];
  private readonly listeners: (() => void)[] = [];

  constructor(saved?: Partial<SavedParts>) {
    const copy = structuredClone(saved ?? {});
    this.charts = copy.charts ?? [];
    this.pictures = copy.pictures ?? [];
    this.validations = copy.validations ?? [];
    this.formats = copy.formats ?? [];
    this.layouts = copy.layouts ?? {};
    this.xmlParts = copy.xmlParts ?? [];
    this.tables = copy.tables ?? [];
  }

  layout(sheetId: string): PageLayout {
    return (this.layouts[sheetId] ??= { settings: {} });
  }

  /** Nothing of a sheet outlives it. */
  removeSheet(sheetId: string): void {
    this.charts = this.charts.filter((chart) => chart.sheetId !== sheetId);
    this.pictures = this.pictures.filter((picture) => picture.sheetId !== sheetId);
    this.validations = this.validations.filter(({ area }) => area.sheetId !== sheetId);
    this.formats = this.formats.filter(({ area }) => area.sheetId !== sheetId);
    this.tables = this.tables.filter(({ area }) => area.sheetId !== sheetId);
    delete this.layouts[sheetId];
    this.changed();
  }

  changed(): void {
    for (const listener of this.listeners) listener();
  }

  onChanged(listener: () => void): void {
    this.listeners.push(listener);
  }

  toJSON(): SavedParts {
    const { charts, pictures, validations, formats, layouts, xmlParts, tables } = this;
    return { charts, pictures, validations, formats, layouts, xmlParts, tables };
  }
}
