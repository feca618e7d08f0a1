// Whether contents are at fault, of a record or of a question, and not the place they were for: the same would fail again, for
// nobody else.

/** Codes of PostgreSQL (appendix A of its manual): data, integrity, program limits such as the depth of JSON. */
const contentCodes = /^(22|23|54)...$/;

export const isContentFault = (error: unknown): boolean => {
  // Too deep for the stack, or not what the program takes for a record.
  if (error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && contentCodes.test(code);
};
