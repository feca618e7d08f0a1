// What the service says of a failure, whatever shape it has: bounded, in one line, fit for a cell.
import type { ErrorFacts, InvalidItem } from '../../request/errors';
import { isJsonObject } from '../../request/response';

const longest = 500;

/** Control characters, line breaks, direction marks and halves of characters do not belong into a cell's message. */
export const inOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest);

function invalidItem(value: unknown): InvalidItem | undefined {
  if (typeof value === 'string') return { loc: [], msg: inOneLine(value), type: '' };
  if (!isJsonObject(value)) return undefined;
  const { loc, msg, type, input, ctx } = value;
  return {
    loc: Array.isArray(loc) ? loc.filter((step) => typeof step === 'string' || typeof step === 'number') : [],
    msg: typeof msg === 'string' ? inOneLine(msg) : '',
    type: typeof type === 'string' ? type : '',
    ...(input !== undefined && { input }),
    ...(isJsonObject(ctx) && { ctx }),
  };
}

/** `detail` is text or a list of items as documented; anything else that can be read is read. */
export function serviceWords(body: unknown): Pick<ErrorFacts, 'detail' | 'items'> {
  const detail = isJsonObject(body) ? (body.detail ?? body.message ?? body.error) : undefined;
  if (Array.isArray(detail)) {
    const items = detail.map(invalidItem).filter((item) => item !== undefined);
    const words = items.map(({ msg }) => msg).filter((msg) => msg !== '');
    return {
      ...(items.length > 0 && { items }),
      ...(words.length > 0 && { detail: words.join('; ').slice(0, longest) }),
    };
  }
  const inner = isJsonObject(detail)
    ? (detail.msg ?? detail.message ?? detail.detail ?? detail.error)
    : detail;
  const text =
    typeof inner === 'string'
      ? inner
      : isJsonObject(detail) && Object.keys(detail).length > 0
        ? JSON.stringify(detail)
        : '';
  const clean = inOneLine(text);
  return clean === '' ? {} : { detail: clean };
}
