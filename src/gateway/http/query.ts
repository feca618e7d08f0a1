// Query parameters, checked before anything is read with them.
import type { z } from 'zod';
import { Problem } from './problem';

export const invalidQuery = (path: readonly PropertyKey[], msg: string) =>
  new Problem(422, [{ loc: ['query', ...path.map(String)], msg, type: 'value_error' }]);

export function checkQuery<T>(given: Readonly<Record<string, unknown>>, form: z.ZodType<T>): T {
  // No store holds the character zero or half a character, and no name of this gateway has one.
  const odd = Object.keys(given).find((name) => ![name, given[name]].flat().every(isPlainText));
  if (odd !== undefined) throw invalidQuery([odd], 'The text contains a character that is not allowed.');
  const query = form.safeParse(given);
  if (query.success) return query.data;
  const [issue] = query.error.issues;
  throw invalidQuery(issue?.path ?? [], issue?.message ?? 'Invalid.');
}

export const isPlainText = (text: unknown): boolean => !/\0|\p{Surrogate}/u.test(String(text));
