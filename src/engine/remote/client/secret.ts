// Takes the API key out of anything an answer or an error may echo, before anyone else can see it.

const mask = '•••';
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The ways a key can stand in a text: as it is, in JSON, in an address. */
function forms(key: string): string[] {
  const all = [key, JSON.stringify(key).slice(1, -1)];
  try {
    all.push(encodeURIComponent(key));
  } catch {
    // A lone surrogate has no form in an address.
  }
  return [...new Set(all)].filter((form) => form !== '');
}

export interface Secret {
  text(value: string): string;
  deep(value: unknown): unknown;
  /** For answers that were paid: a key of a few letters may be a word of the data, so only a long one is taken out. */
  body(value: string): string;
}

export function secretOf(key: string): Secret {
  const variants = forms(key.trim());
  const pattern = variants.length > 0 ? new RegExp(variants.map(escaped).join('|'), 'gi') : undefined;
  const text = (value: string) => (pattern ? value.replace(pattern, mask) : value);
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [text(name), deep(inner)]));
  };
  const body = (value: string) =>
    key.length >= 8 && variants.some((form) => value.includes(form)) ? text(value) : value;
  return { text, deep, body };
}

/** What a header can carry (RFC 9110, 5.5): visible ASCII, no line breaks. Anything else was never a key. */
export const canBeSent = (key: string): boolean => /^[\x21-\x7e]+$/.test(key);
