// Reads one environment variable at a time and collects a sentence for each fault, so that a wrong configuration is
// told whole and before anything listens.
import { canBeSent } from '../../engine/request/credential';
import { plainText } from '../telemetry/log';
import { settingOf, type NameOf, type Setting, type SettingName } from './settingsTable';

export type Environment = Readonly<Record<string, string | undefined>>;

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const sizes = { k: 1_000, m: 1_000_000, g: 1_000_000_000 } as const;

/** A value is quoted when it is too short to be a secret that was put into the wrong line. */
const quoted = (value: string): string => (value.length <= 16 ? `, not "${plainText(value)}"` : '');

/** `90000` as `90s`. */
export const shownTime = (milliseconds: number): string => largest(milliseconds, units, 's');
export const shownSize = (bytes: number): string => largest(bytes, sizes, 'k');

function largest(value: number, scale: Readonly<Record<string, number>>, least: string): string {
  const fitting = Object.entries(scale)
    .reverse()
    .find(([, size]) => value >= size && value % size === 0);
  const [name, size] = fitting ?? [least, scale[least] ?? 1];
  return `${value / size}${name}`;
}

export class EnvironmentReader {
  readonly faults: string[] = [];

  constructor(private readonly env: Environment) {}

  text(name: SettingName): string | undefined {
    const value = this.env[name]?.trim();
    if (value === undefined || value === '') return undefined;
    const setting: Setting = settingOf(name);
    if (setting.kind === 'text' && setting.form && !setting.form.test(value)) {
      this.fault(`${name} must be ${setting.must}.`);
    } else if (/\p{Cc}/u.test(value)) {
      this.fault(`${name} contains a line break or another control character.`);
    }
    return value;
  }

  /** Goes into a header as it is. */
  secret(name: NameOf<'secret'>): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const { shortest = 1 }: { readonly kind: 'secret'; readonly shortest?: number } = settingOf(name);
    if (value.length < shortest) this.fault(`${name} must have at least ${shortest} characters.`);
    if (!canBeSent(value)) this.fault(`${name} may only contain visible ASCII characters, no spaces.`);
    return value;
  }

  choice<Name extends NameOf<'choice'>>(
    name: Name,
    otherwise: ReturnType<typeof settingOf<Name>>['values'][number],
  ): ReturnType<typeof settingOf<Name>>['values'][number] {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const values: readonly (typeof otherwise)[] = settingOf(name).values;
    const known = values.find((it) => it === value.toLowerCase());
    if (known === undefined) this.fault(`${name} must be ${values.join(' or ')}${quoted(value)}.`);
    return known ?? otherwise;
  }

  flag(name: NameOf<'flag'>, otherwise = false): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return otherwise;
    if (['1', 'true', 'yes', 'on'].includes(value)) return true;
    if (!['0', 'false', 'no', 'off'].includes(value))
      this.fault(`${name} must be on or off${quoted(value)}.`);
    return false;
  }

  integer(name: NameOf<'integer'>): number | undefined {
    const { min, max, limit }: { min: number; max: number; limit?: true } = settingOf(name);
    if (limit && this.env[name]?.trim() === '') {
      this.fault(`${name} is empty. Enter a number, or remove the line for no limit.`);
    }
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.fault(`${name} must be a whole number from ${min} to ${max}${quoted(value)}.`);
    return undefined;
  }

  /** In milliseconds. */
  duration(name: NameOf<'duration'>, otherwise: number): number {
    const form = /^(\d{1,9}(?:\.\d{1,3})?)\s*([smhd])$/i;
    return this.scaled(name, form, units, 'a time such as 90s, 15m, 12h or 7d', shownTime) ?? otherwise;
  }

  bytes(name: NameOf<'bytes'>, otherwise: number): number {
    const form = /^(\d{1,9})\s*([kmg])b?$/i;
    return this.scaled(name, form, sizes, 'a size such as 500k, 64m or 2g', shownSize) ?? otherwise;
  }

  url(name: NameOf<'url'>): URL | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const protocols: readonly string[] = settingOf(name).protocols;
    if (URL.canParse(value)) {
      const url = new URL(value);
      if (protocols.includes(url.protocol) && url.hostname !== '') return url;
    }
    const forms = protocols.map((protocol) => `${protocol}//`).join(' or ');
    this.fault(`${name} must be a URL that starts with ${forms}.`);
    return undefined;
  }

  require(name: string, why: string, holds: boolean): void {
    if (!holds) this.fault(`${name} is required ${why}.`);
  }

  /** The same sentence is not said twice. */
  fault(sentence: string): void {
    if (!this.faults.includes(sentence)) this.faults.push(sentence);
  }

  /** A number with its unit, within the bounds of the setting. */
  private scaled(
    name: NameOf<'duration' | 'bytes'>,
    form: RegExp,
    scale: Readonly<Record<string, number>>,
    must: string,
    shown: (value: number) => string,
  ): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const [, amount, unit = ''] = form.exec(value) ?? [];
    const { min, max } = settingOf(name);
    const number = Number(amount) * (scale[unit.toLowerCase()] ?? 1);
    if (number >= min && number <= max) return number;
    const range = amount === undefined ? must : `from ${shown(min)} to ${shown(max)}`;
    this.fault(`${name} must be ${range}${quoted(value)}.`);
    return undefined;
  }
}
