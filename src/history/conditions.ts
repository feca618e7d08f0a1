// The parameters that make the values of an item comparable, as people read them: "checkin=2027-05-01; rooms=2".

export function conditionsOf(comparable: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(comparable);
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const valueText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(valueText).join(',')
    : typeof value === 'string'
      ? value
      : (JSON.stringify(value) ?? '');

export const conditionsText = (comparable: string): string =>
  Object.entries(conditionsOf(comparable))
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .join('; ');
