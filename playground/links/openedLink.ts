// Which workbook the page's address asks for: a recipe, one that somebody shared, or the tour. Each is a file of its own, so that
// opening a link never replaces the workbook that the user has been working on.
import { numfmt, type IWorkbookData } from '@univerjs/core';
import type { Service } from '../addIn/service';
import { emptyWorkbook, tourWorkbook } from '../tour';
import { workbookOf } from './plainWorkbook';
import { recipes } from './recipes';
import { isSharedLink, LinkFault, readLink, type SharedWorkbook } from './sharedWorkbook';

export interface OpenedLink {
  /** Where the workbook is kept in this browser. */
  readonly file: string;
  /** The workbook before anything is changed in it. */
  readonly make: (today: Date) => Partial<IWorkbookData>;
  readonly kind: 'tour' | 'blank' | 'recipe' | 'shared';
  readonly notice?: string;
}

/** A workbook full of sandbox formulas must not be opened with a service that charges. */
const overRealService = 'workbook over the real service';
const own = 'workbook';

export async function openedLink(
  { search, hash }: Pick<Location, 'search' | 'hash'>,
  service: Service,
): Promise<OpenedLink> {
  const query = new URLSearchParams(search);
  const recipe = query.get('recipe');
  const isLink = recipe !== null || isSharedLink(hash);
  if (service === 'real') {
    const notice =
      'Recipes and shared workbooks open with the sandbox only: with a real service their formulas would spend credits.';
    return { file: overRealService, make: emptyWorkbook, kind: 'blank', ...(isLink && { notice }) };
  }
  if (isSharedLink(hash)) return sharedLink(hash);
  if (recipe !== null) return recipeLink(recipe);
  if (query.has('blank')) return { file: own, make: emptyWorkbook, kind: 'blank' };
  return { file: own, make: tourWorkbook, kind: 'tour' };
}

function recipeLink(name: string): OpenedLink {
  const file = `recipe ${name}`;
  const title = Object.hasOwn(recipes(new Date()), name) ? recipes(new Date())[name]?.title : undefined;
  if (title === undefined)
    return { file, make: emptyWorkbook, kind: 'blank', notice: `There is no recipe "${name.slice(0, 60)}".` };
  const make = (today: Date) => workbookOf(recipes(today)[name]?.sheets ?? []);
  return { file, make, kind: 'recipe', notice: `Recipe: ${title}` };
}

async function sharedLink(hash: string): Promise<OpenedLink> {
  try {
    const shared = await readLink(hash, (format) => numfmt.isValidFormat(format));
    const make = () => workbookOf(shared.sheets);
    return { file: `link ${hash}`, make, kind: 'shared', ...skippedNotice(shared) };
  } catch (error) {
    if (!(error instanceof LinkFault)) throw error;
    return { file: 'unreadable link', make: emptyWorkbook, kind: 'blank', notice: error.message };
  }
}

export function skippedNotice({ skipped }: SharedWorkbook): { notice?: string } {
  const [first] = skipped;
  if (first === undefined) return {};
  const many = skipped.length === 1 ? 'One formula is' : `${skipped.length} formulas are`;
  return {
    notice: `${many} not in the link, because links carry only formulas that compute here: ${first}.`,
  };
}
