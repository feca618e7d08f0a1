// A value of a record as an amount that can be compared, with what rounding may hide: "1.2 km" is anything from 1,150 to
// 1,250 metres. What reads differently in different countries ("1.234 m", "1,2 km") is not read as an amount.

export interface Measure {
  readonly low: number;
  readonly high: number;
}

const metres: Readonly<Record<string, number>> = {
  m: 1,
  metre: 1,
  meter: 1,
  km: 1000,
  ft: 0.3048,
  feet: 0.3048,
  mi: 1609.344,
  mile: 1609.344,
};

/** 0 means "unknown" in scores, stars and prices. */
export function measureOf(value: unknown): Measure | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) && value > 0 ? { low: value, high: value } : undefined;
  if (typeof value !== 'string') return undefined;
  const [, digits = '', decimals = '', unit = ''] =
    /^(\d{1,6}(?:\.(\d{1,2}))?)\s?([a-z]+)(?![\p{L}\p{N}])/iu.exec(value.trim()) ?? [];
  const metre = metres[unit.toLowerCase().replace(/(.{2})s$/, '$1')];
  if (digits === '' || metre === undefined) return undefined;
  const half = 0.5 / 10 ** decimals.length;
  return { low: (Number(digits) - half) * metre, high: (Number(digits) + half) * metre };
}
