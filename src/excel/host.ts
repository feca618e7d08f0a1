// What this Excel can do, asked when it is needed: Office.context exists only after Office.js has started.
// CustomFunctionsRuntime 1.4 and ExcelApi 1.16 brought numbers that carry their format, ExcelApi 1.19 values that carry a card;
// ExcelApi 1.9 Range.setDirty.

export interface Host {
  /** Results may hold numbers with a format, and pictures. */
  readonly formats: boolean;
  /** Results may hold values with a card. A number with a format has another form where they may not. */
  readonly cards: boolean;
  /** Single cells can be marked for recalculation; else whole sheets are calculated. */
  readonly marksCells: boolean;
  /** The prefix of every function name in formulas; empty if the manifest has none. */
  readonly namespace: string;
}

/** Undefined while Office.js has not started: the question must be asked again then. */
function supports(set: string, version: string): boolean | undefined {
  if (typeof Office === 'undefined') return undefined;
  const context = Office.context as typeof Office.context | undefined;
  return context?.requirements?.isSetSupported(set, version);
}

const known = new Map<string, boolean>();

function detect(set: string, version: string): boolean {
  const name = set + version;
  const supported = known.get(name) ?? supports(set, version);
  if (supported !== undefined) known.set(name, supported);
  return supported ?? false;
}

export const excelHost: Host = {
  get formats() {
    return detect('CustomFunctionsRuntime', '1.4') && detect('ExcelApi', '1.16');
  },
  get cards() {
    return this.formats && detect('ExcelApi', '1.19');
  },
  get marksCells() {
    return detect('ExcelApi', '1.9');
  },
  get namespace() {
    if (typeof document === 'undefined') return '';
    return document.querySelector<HTMLMetaElement>('meta[name=spillway-namespace]')?.content ?? '';
  },
};

/** The name to write in a formula: `DEV.STAYS.SEARCH` in an installation with the namespace DEV, which its page names. */
export const formulaName = (name: string, namespace = excelHost.namespace): string =>
  namespace === '' ? name : `${namespace}.${name}`;

/** Waits while the user edits a cell: Excel refuses everything then. */
export const runPatiently = <T>(work: (context: Excel.RequestContext) => Promise<T>): Promise<T> =>
  Excel.run({ delayForCellEdit: true }, work);
