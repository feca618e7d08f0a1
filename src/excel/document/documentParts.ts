// Custom XML parts of the workbook (ExcelApi 1.5): saved with the file, and readable by everyone who has it. Each write adds a
// part of its own and changes no other, so windows and people who write at the same moment do not overwrite each other. The
// settings of a document cannot do that: each window saves all of them, as it read them when it was opened.

export interface DocumentParts {
  /** The IDs of the parts that are there now, and the text of those that are not `known`. */
  read(known: ReadonlySet<string>): Promise<{ readonly ids: readonly string[]; readonly texts: PartTexts }>;
  add(xml: string): Promise<void>;
  remove(ids: ReadonlySet<string>): Promise<void>;
}

export type PartTexts = ReadonlyMap<string, string>;

/** As many as one response of Excel on the web may comfortably hold. */
const perTrip = 20;

/** Waits while the user edits a cell: Excel refuses everything then. */
const run = async <T>(batch: (context: Excel.RequestContext) => Promise<T>): Promise<T> =>
  Excel.run({ delayForCellEdit: true }, batch);

async function found(context: Excel.RequestContext, namespace: string): Promise<Excel.CustomXmlPart[]> {
  const all = context.workbook.customXmlParts.getByNamespace(namespace);
  all.load('items/id');
  await context.sync();
  return all.items.slice();
}

export const excelParts = (namespace: string): DocumentParts => ({
  read: (known) =>
    run(async (context) => {
      const all = await found(context, namespace);
      const unread = all.filter(({ id }) => !known.has(id));
      const texts = new Map<string, string>();
      for (let from = 0; from < unread.length; from += perTrip) {
        const asked = unread.slice(from, from + perTrip).map((part) => [part.id, part.getXml()] as const);
        await context.sync();
        for (const [id, { value }] of asked) texts.set(id, value);
      }
      return { ids: all.map(({ id }) => id), texts };
    }),
  add: (xml) =>
    run(async (context) => {
      context.workbook.customXmlParts.add(xml);
      await context.sync();
    }),
  remove: (ids) =>
    run(async (context) => {
      for (const part of await found(context, namespace)) if (ids.has(part.id)) part.delete();
      await context.sync();
    }),
});

/** Outside a workbook, as in a preview of the pane: what is kept lives as long as the page. */
export function memoryParts(): DocumentParts {
  const all = new Map<string, string>();
  let last = 0;
  return {
    read: (known) =>
      Promise.resolve({ ids: [...all.keys()], texts: new Map([...all].filter(([id]) => !known.has(id))) }),
    add: (xml) => Promise.resolve(void all.set(String((last += 1)), xml)),
    remove: (ids) => Promise.resolve(ids.forEach((id) => all.delete(id))),
  };
}
