// Where frozen formulas are kept: custom XML parts of the workbook (ExcelApi 1.5), which are saved with the file and which
// everyone who has the file can read. Each freeze adds a part of its own and changes no other, so that two windows or two
// people who freeze at the same time do not overwrite each other, as they would with document settings.
import { InputFault } from '../../spill/inputFault';
import {
  longestPart,
  namespace,
  readKept,
  writeKept,
  type KeptFormula,
  type KeptFormulas,
} from './keptFormula';

const mostParts = 100;

const notKept =
  'Excel couldn’t keep the formulas in this workbook, so nothing was frozen. Check whether the workbook is read-only.';

export async function addPart(context: Excel.RequestContext, kept: KeptFormulas): Promise<void> {
  const xml = writeKept(kept);
  if (xml.length > longestPart)
    throw new InputFault('That is too much to freeze in one step. Freeze one sheet at a time.');
  try {
    context.workbook.customXmlParts.add(xml);
    await context.sync();
  } catch {
    throw new InputFault(notKept);
  }
}

interface Part {
  readonly part: Excel.CustomXmlPart;
  readonly kept: KeptFormulas;
}

/** One at a time: together they could be more than Excel on the web hands over in one response. */
async function readParts(context: Excel.RequestContext): Promise<Part[]> {
  const found = context.workbook.customXmlParts.getByNamespace(namespace);
  found.load('items/id');
  await context.sync();
  const parts: Part[] = [];
  for (const part of found.items.slice(-mostParts)) {
    const asked: { readonly xml: OfficeExtension.ClientResult<string> } = { xml: part.getXml() };
    try {
      await context.sync();
      const kept = readKept(asked.xml.value);
      if (kept) parts.push({ part, kept });
    } catch {
      // Deleted by someone else in this moment, or too large.
    }
  }
  return parts.sort((a, b) => a.kept.at - b.kept.at);
}

export interface KeptAt extends KeptFormula {
  readonly at: number;
}

const placeOf = ({ sheetId, cell }: KeptFormula): string => `${sheetId} ${cell}`;

/** The newest formula that was frozen in each cell. */
export async function readFrozen(context: Excel.RequestContext): Promise<KeptAt[]> {
  const newest = new Map<string, KeptAt>();
  for (const { kept } of await readParts(context))
    for (const formula of kept.formulas) newest.set(placeOf(formula), { ...formula, at: kept.at });
  return [...newest.values()];
}

/** Parts of which every formula was frozen again since are not needed. */
export async function dropSuperseded(context: Excel.RequestContext): Promise<void> {
  const parts = await readParts(context);
  const later = new Set<string>();
  let dropped = 0;
  for (const { part, kept } of parts.reverse()) {
    if (kept.formulas.every((formula) => later.has(placeOf(formula)))) {
      part.delete();
      dropped += 1;
    }
    for (const formula of kept.formulas) later.add(placeOf(formula));
  }
  if (dropped > 0) await context.sync();
}
