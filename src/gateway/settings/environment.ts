// Reads one environment variable at a time and collects a sentence for each fault, so that a wrong configuration is
// told whole and before anything listens.

export type Environment = Readonly<Record<string, string | undefined>>;

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const sizes = { k: 1_000, m: 1_000_000, g: 1_000_000_000 } as const;

export class EnvironmentReader {
  readonly faults: string[] = [];
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  text(name: string): string | undefined {
    const value = this.#env[name]?.trim();
    return value === '' ? undefined : value;
  }

  choice<const Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const known = values.find((it) => it === value.toLowerCase());
    if (known === undefined) this.faults.push(`${name} must be ${values.join(' or ')}, not "${value}".`);
    return known ?? otherwise;
  }

  flag(name: string, otherwise = false): boolean {
    const on = ['1', 'true', 'yes', 'on'];
    const value = this.choice(name, [...on, '0', 'false', 'no', 'off'], otherwise ? '1' : '0');
    return on.includes(value);
  }

  integer(name: string, bounds: { min: number; max: number }): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= bounds.min && number <= bounds.max) return number;
    this.faults.push(`${name} must be a whole number from ${bounds.min} to ${bounds.max}, not "${value}".`);
    return undefined;
  }

  /** `90s`, `15m`, `12h`, `7d`, in milliseconds. */
  duration(name: string, otherwise: number): number {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const match = /^(\d+(?:\.\d+)?)\s*([smhd])$/i.exec(value);
    if (match) return Number(match[1]) * units[match[2]?.toLowerCase() as keyof typeof units];
    this.faults.push(`${name} must be a time such as 90s, 15m, 12h or 7d, not "${value}".`);
    return otherwise;
  }

  /** `500k`, `64m`, `2g`, in bytes. */
  bytes(name: string, otherwise: number): number {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const match = /^(\d+)\s*([kmg])b?$/i.exec(value);
    if (match) return Number(match[1]) * sizes[match[2]?.toLowerCase() as keyof typeof sizes];
    this.faults.push(`${name} must be a size such as 500k, 64m or 2g, not "${value}".`);
    return otherwise;
  }

  url(name: string, protocols: readonly string[]): URL | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (URL.canParse(value)) {
      const url = new URL(value);
      if (protocols.includes(url.protocol)) return url;
    }
    const forms = protocols.map((protocol) => `${protocol}//`).join(' or ');
    this.faults.push(`${name} must be an address that begins with ${forms}.`);
    return undefined;
  }

  require(name: string, why: string, holds: boolean): void {
    if (!holds) this.faults.push(`${name} is needed ${why}.`);
  }
}
