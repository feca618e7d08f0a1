// DATE(2027,5,3) with plain numbers is a date a form can show; anything more is an expression.

export function readDateCall(source: string): string | undefined {
  const parts = /^DATE\(\s*(\d{4})\s*,\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/i.exec(source.trim());
  if (!parts) return undefined;
  const [, year = '', month = '', day = ''] = parts;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // DATE(2027,13,40) is a date to Excel and no date to a form.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}
