// One spelling for each cell: `'Sheet1'!$B$2` and `Sheet1!B2` are the same.

export function cellSpelling(cell: string): string {
  const mark = cell.lastIndexOf('!');
  const sheet = cell
    .slice(0, mark + 1)
    .replace(/^'(.*)'!$/s, (_, name: string) => `${name.replaceAll("''", "'")}!`);
  return (sheet + cell.slice(mark + 1).replaceAll('$', '')).trim().toLowerCase();
}
