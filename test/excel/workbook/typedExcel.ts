// A sheet behind Excel's own interface that reads what is written to it as if it was typed, and lets a write fail.
import { readArea, writeArea, type Area } from '../../../src/excel/workbook/area';

export interface Held {
  readonly value: string | number | boolean;
  readonly type: 'String' | 'Double' | 'Boolean' | 'Error' | 'Empty';
  /** The format that came with the number; it goes when the value goes. */
  readonly carried?: string;
  /** What Excel tells of a cell with a card. */
  readonly card?: object;
}

const nothing: Held = { value: '', type: 'Empty' };
const text = (value: string): Held => ({ value, type: 'String' });
const number = (value: number): Held => ({ value: Number(value.toPrecision(15)), type: 'Double' });
const errors = /^#(?:N\/A|VALUE!|REF!|DIV\/0!|NUM!|NAME\?|NULL!)$/;
const dates = [
  /^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?$/,
  /^\d{1,2}:\d\d/,
  /^\p{L}{3,9} \d{1,4}$/u,
  /^\d{1,2} \p{L}{3,9}/u,
];

/** What a cell holds after this was typed into it. */
function typed(value: unknown, format: string): Held | { readonly formula: string } {
  if (format === '@') {
    if (typeof value === 'string' && value.startsWith("'")) throw new Error('Nobody says what this gives.');
    return value === ''
      ? nothing
      : text(typeof value === 'boolean' ? String(value).toUpperCase() : String(value));
  }
  if (typeof value === 'boolean') return { value, type: 'Boolean' };
  if (typeof value === 'number') return number(value);
  const given = String(value);
  if (given === '') return nothing;
  if (given.startsWith("'")) return text(given.slice(1));
  if (/^[=+\-@]/.test(given) && !/^[+-][\d.]+$/.test(given)) return { formula: given };
  if (errors.test(given)) return { value: given, type: 'Error' };
  if (/^(?:true|false|waar|истина)$/i.test(given))
    return { value: /^(?:true|waar|истина)$/i.test(given), type: 'Boolean' };
  if (/^[$€]?[+-]?[\d,]*\.?\d+(?:e[+-]?\d+)?%?$/i.test(given))
    return number(parseFloat(given.replace(/[$€,]/g, '')));
  return dates.some((date) => date.test(given)) ? number(45_000) : text(given);
}

/** The cells of large ranges are named once for all tests. */
const listed = new Map<string, readonly (readonly string[])[]>();

const sheetNotFound = () => {
  throw Object.assign(new Error('The sheet is not there.'), { code: 'ItemNotFound' });
};

export class TypedExcel {
  readonly held = new Map<string, Held>();
  readonly formats = new Map<string, string>();
  readonly formulas = new Map<string, string>();
  /** What each formula shows once it is in its cell. */
  readonly results = new Map<string, readonly (readonly Held[])[]>();
  readonly batches: number[] = [];
  /** Sheets and cells that were activated and selected, in order. */
  readonly shown: string[] = [];
  readonly runs: unknown[] = [];
  readonly sheets = [{ id: 'id-1', name: 'Sheet1' }];
  /** Names of sheets that are gone. */
  readonly deleted = new Set<string>();
  /** Custom XML parts by their ids. */
  readonly parts = new Map<string, string>();
  keepsParts = true;
  /** So many more round trips, then Excel is closed and takes nothing any more; it is opened again with `install`. */
  closesAfter = Infinity;
  sets: readonly string[] = ['ExcelApi 1.16'];
  knowsJson = true;
  /** The write, counted from here, that Excel refuses; the next ones it takes. */
  refuse = Infinity;
  /** Functions in what programs write that this Excel does not know, though it does when they are typed. */
  unknown: RegExp | undefined;
  refusal = new Error('The sheet is protected.');
  private drawn: { readonly heads: string; readonly cells: ReadonlyMap<string, Held> } | undefined;
  private queue: { readonly cells: number; readonly work: () => void }[] = [];

  spillOf(head: string): Area | undefined {
    const formula = this.formulas.get(head);
    const rows = formula === undefined ? undefined : this.results.get(formula);
    const area = readArea(head)!;
    return rows && { ...area, rows: rows.length, columns: rows[0]!.length };
  }

  at(cell: string): Held {
    return this.held.get(cell) ?? this.spilled().get(cell) ?? nothing;
  }

  private spilled(): ReadonlyMap<string, Held> {
    const heads = [...this.formulas].join();
    if (this.drawn?.heads === heads) return this.drawn.cells;
    const cells = new Map<string, Held>();
    for (const [head, formula] of this.formulas) {
      const area = this.spillOf(head);
      const rows = this.results.get(formula);
      if (!area || !rows) continue;
      this.cellsOf(area).forEach((row, r) => row.forEach((cell, c) => cells.set(cell, rows[r]![c]!)));
    }
    this.drawn = { heads, cells };
    return cells;
  }

  format = (cell: string): string => this.formats.get(cell) ?? 'General';

  cellsOf(area: Area): readonly (readonly string[])[] {
    const name = writeArea(area);
    const known = listed.get(name) ?? this.listCells(area);
    listed.set(name, known);
    return known;
  }

  private listCells(area: Area): readonly (readonly string[])[] {
    return Array.from({ length: area.rows }, (_, r) =>
      Array.from({ length: area.columns }, (__, c) =>
        writeArea({ ...area, row: area.row + r, column: area.column + c, rows: 1, columns: 1 }),
      ),
    );
  }

  private write(
    cells: readonly (readonly string[])[],
    work: (cell: string, r: number, c: number) => void,
  ): void {
    const run = () => {
      if (this.refuse === 0) {
        this.refuse = Infinity;
        throw this.refusal;
      }
      this.refuse -= 1;
      cells.forEach((row, r) => row.forEach((cell, c) => work(cell, r, c)));
    };
    this.queue.push({ cells: cells.length * (cells[0]?.length ?? 0), work: run });
  }

  range(address: string | undefined): Record<string, unknown> {
    const area = address === undefined ? undefined : readArea(address);
    // Whole columns have too many cells to list; only their used range is read.
    const cells = area && area.rows * area.columns <= 200_000 ? this.cellsOf(area) : [];
    const read = <T>(pick: (cell: string) => T) => cells.map((row) => row.map(pick));
    const loaded: Record<string, unknown> = {};
    const readers: Record<string, () => unknown> = {
      address: () => address,
      values: () => read((cell) => this.at(cell).value),
      valueTypes: () => read((cell) => this.at(cell).type),
      numberFormat: () => read(this.format),
      formulas: () => read((cell) => this.formulas.get(cell) ?? this.at(cell).value),
      formulasLocal: () => read((cell) => this.formulas.get(cell) ?? this.at(cell).value),
      valuesAsJson: () => {
        if (!this.knowsJson) throw new Error('ApiNotFound');
        return read((cell) => {
          const { type, carried, card } = this.at(cell);
          return card ?? { type, numberFormat: carried };
        });
      },
    };
    const range: Record<string, unknown> = {
      isNullObject: area === undefined,
      load: (names: string | string[]) => {
        this.queue.push({
          cells: area && names !== 'address' ? area.rows * area.columns : 0,
          work: () => {
            if (area) for (const name of [names].flat()) loaded[name] = readers[name]!();
          },
        });
      },
      clear: () => this.write(cells, (cell) => void (this.held.delete(cell), this.formulas.delete(cell))),
      select: () => void this.shown.push(address!),
      getUsedRangeOrNullObject: () => {
        const used = [...this.held.keys()].map((cell) => readArea(cell)!);
        const rows = Math.max(0, ...used.map(({ row }) => row + 1 - area!.row));
        return this.range(rows > 0 ? writeArea({ ...area!, rows }) : undefined);
      },
      getSpillingToRangeOrNullObject: () => {
        const spill = address === undefined ? undefined : this.spillOf(address);
        return this.range(spill && writeArea(spill));
      },
    };
    const put = (cell: string, given: unknown) => {
      const made = typed(given, this.format(cell));
      this.formulas.delete(cell);
      if ('formula' in made) {
        this.held.delete(cell);
        this.formulas.set(cell, made.formula);
      } else this.held.set(cell, made);
    };
    const setters: Record<string, (given: unknown[][]) => void> = {
      values: (given) => this.write(cells, (cell, r, c) => put(cell, given[r]![c])),
      formulas: (given) =>
        this.write(cells, (cell, r, c) => {
          put(cell, given[r]![c]);
          if (this.unknown?.test(String(given[r]![c])))
            this.held.set(cell, { value: '#NAME?', type: 'Error' });
        }),
      formulasLocal: (given) => this.write(cells, (cell, r, c) => put(cell, given[r]![c])),
      numberFormat: (given) =>
        this.write(cells, (cell, r, c) => void this.formats.set(cell, String(given[r]![c]))),
      valuesAsJson: (given) =>
        this.write(cells, (cell, r, c) => {
          const card = given[r]![c] as { type: string; basicValue?: Held['value'] };
          const value = card.basicValue ?? '#VALUE!';
          const type =
            card.basicValue === undefined ? 'Error' : typeof value === 'number' ? 'Double' : 'String';
          this.held.set(cell, { value, type, card });
        }),
    };
    for (const name of Object.keys(readers))
      Object.defineProperty(range, name, {
        get: () => {
          if (!(name in loaded)) throw new Error(`${name} was not loaded.`);
          return loaded[name];
        },
        set: (given: unknown[][]) => {
          if (given.length !== cells.length) throw new Error('Not of the shape of the range.');
          setters[name]!(given);
        },
      });
    return range;
  }

  private readonly sync = async (): Promise<void> => {
    const { queue } = this;
    this.queue = [];
    if (this.closesAfter <= 0) throw new Error('Excel was closed.');
    this.closesAfter -= 1;
    this.batches.push(queue.reduce((sum, { cells }) => sum + cells, 0));
    await Promise.resolve();
    for (const { work } of queue) work();
  };

  private part(id: string) {
    return {
      id,
      getXml: () => ({ value: this.parts.get(id) ?? '' }),
      delete: () => void this.queue.push({ cells: 0, work: () => void this.parts.delete(id) }),
    };
  }

  private customXmlParts() {
    const all = { load: () => undefined, items: [...this.parts.keys()].map((id) => this.part(id)) };
    return {
      getByNamespace: () => all,
      add: (xml: string) =>
        this.queue.push({
          cells: 0,
          work: () => {
            if (!this.keepsParts) throw new Error('The workbook is read-only.');
            this.parts.set(`part-${this.parts.size + 1}-${Math.random()}`, xml);
          },
        }),
    };
  }

  /** Puts itself in place of Excel. */
  install(): this {
    const sheet = (name: string) => {
      const known = this.sheets.find((each) => each.id === name || each.name === name);
      return {
        ...known,
        load: () => undefined,
        getRange: (address: string) => {
          if (this.deleted.has(name)) this.queue.push({ cells: 0, work: sheetNotFound });
          return this.range(writeArea({ ...readArea(address)!, sheet: known?.name ?? name }));
        },
        activate: () => void this.shown.push(name),
      };
    };
    const sheets = () => this.sheets.filter(({ name }) => !this.deleted.has(name));
    const parts = () => this.customXmlParts();
    const workbook = {
      application: { load: () => undefined, calculationState: 'Done' },
      worksheets: {
        load: () => undefined,
        get items() {
          return sheets();
        },
        getItem: sheet,
        getActiveWorksheet: () => sheet('Sheet1'),
      },
      get customXmlParts() {
        return parts();
      },
    };
    const run = (first: unknown, second?: unknown) => {
      this.runs.push(typeof first === 'function' ? undefined : first);
      const work = (second ?? first) as (context: unknown) => Promise<unknown>;
      return work({ workbook, sync: this.sync });
    };
    const isSetSupported = (set: string, version: string) => this.sets.includes(`${set} ${version}`);
    Object.assign(globalThis, {
      Excel: { run, ClearApplyTo: { contents: 'Contents' } },
      Office: { context: { requirements: { isSetSupported } } },
    });
    return this;
  }
}
