// Labels for the values of closed lists: derived from the value, or written out if the derived label reads badly.
import { valueHints } from '../valueHints';

/** Words whose spelling the value does not show. */
const words: Readonly<Record<string, string>> = {
  wifi: 'WiFi',
  tv: 'TV',
  bbq: 'BBQ',
  dvd: 'DVD',
  dvds: 'DVDs',
  cd: 'CD',
  atm: 'ATM',
  cctv: 'CCTV',
  dj: 'DJ',
  id: 'ID',
  ac: 'AC',
  blu: 'Blu',
  ipod: 'iPod',
  ipad: 'iPad',
  xbox: 'Xbox',
  wii: 'Wii',
  nintendo: 'Nintendo',
  u: 'U',
  ps2: 'PlayStation 2',
  ps3: 'PlayStation 3',
  ps4: 'PlayStation 4',
  lgbtq: 'LGBTQ+',
  turkish: 'Turkish',
  childrens: 'children’s',
  braille: 'Braille',
};

/** Phrases that are written with a hyphen, a slash or in another order. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bcheck in or out\b/, 'check-in or check-out'],
  [/\bcheck in\b/, 'check-in'],
  [/\bdrop off\b/, 'drop-off'],
  [/\bwake up\b/, 'wake-up'],
  [/\bstand up\b/, 'stand-up'],
  [/\bfold up\b/, 'fold-up'],
  [/\bwalk in\b/, 'walk-in'],
  [/\broll in\b/, 'roll-in'],
  [/\bopen air\b/, 'open-air'],
  [/\bnon smoking\b/, 'non-smoking'],
  [/\bnon feather\b/, 'non-feather'],
  [/\bsmoke free\b/, 'smoke-free'],
  [/\bkid friendly\b/, 'kid-friendly'],
  [/\bpet friendly\b/, 'pet-friendly'],
  [/\bLGBTQ\+ friendly\b/, 'LGBTQ+ friendly'],
  [/\bflat screen\b/, 'flat-screen'],
  [/\bextra long\b/, 'extra-long'],
  [/\bsemi detached\b/, 'semi-detached'],
  [/\bpay per view\b/, 'pay-per-view'],
  [/\bfull body\b/, 'full-body'],
  [/\bdouble glazed\b/, 'double-glazed'],
  [/\bmotion controlled\b/, 'motion-controlled'],
  [/\bsalt water\b/, 'saltwater'],
  [/\bblu ray\b/i, 'Blu-ray'],
];

/** Values of no operation's lists whose label cannot be derived. */
const whole: Readonly<Record<string, string>> = { mcp_only: 'MCP only', tv: 'TV', ...valueHints.labels };

const names = (type: 'currency' | 'language', locale: string) =>
  new Intl.DisplayNames(locale, { type, fallback: 'none' });
const isCurrency = /^[A-Z]{3}$/;
const isLanguage = /^[a-z]{2}(-[a-z]{2})?$/;

/** How a person reads the value of a closed list; currencies and languages in the words of a locale. */
export function labelOf(value: string, locale = 'en'): string {
  const known = whole[value];
  if (known !== undefined) return known;
  if (isCurrency.test(value)) return `${value} – ${names('currency', locale).of(value) ?? value}`;
  if (isLanguage.test(value)) return names('language', locale).of(value) ?? value;
  let text = value
    .toLowerCase()
    .split('_')
    .map((word) => words[word] ?? word)
    .join(' ');
  for (const [pattern, corrected] of phrases) text = text.replace(pattern, corrected);
  // Names that begin small (iPad) stay as they are.
  return /^i[A-Z]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
