// PostgreSQL takes any text but the character zero and half a character, which a record from outside may hold.
const unsafe = /\0|\p{Surrogate}/gu;

export const safeText = (text: string): string => text.replace(unsafe, '\uFFFD');

/** JSON as text; `JSON.stringify` writes both as escapes, and a backslash in a text as two. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|[^])/g, (escape) =>
    escape.startsWith('\\u0000') || escape.startsWith('\\ud') ? '\uFFFD' : escape,
  );
