// Entries typed or pasted into a list, separated by commas, semicolons or line breaks.

/** Two children of five are two entries (`repeats`); brands are listed once. */
export function withEntries(items: readonly string[], text: string, repeats: boolean): readonly string[] {
  const entries = text
    .split(/[,;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && (repeats || !items.includes(entry)));
  return [...items, ...(repeats ? entries : new Set(entries))];
}
