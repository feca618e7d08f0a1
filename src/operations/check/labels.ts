// Human labels for the values of closed lists: derived from the value, mended where the derivation reads badly.

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

/** Values whose label cannot be derived. */
const whole: Readonly<Record<string, string>> = {
  front_desk_24h: '24-hour front desk',
  security_24h: '24-hour security',
  ski_in_ski_out_access: 'Ski-in/ski-out access',
  misc_parking: 'Other parking',
  parking_on_site: 'On-site parking',
  atm_on_site: 'ATM on site',
  shuttle_service_free: 'Shuttle service (free)',
  shuttle_service_paid: 'Shuttle service (paid)',
  airport_shuttle_free: 'Airport shuttle (free)',
  bicycle_rental_paid: 'Bicycle rental (paid)',
  vending_machine_drinks: 'Vending machine (drinks)',
  vending_machine_snacks: 'Vending machine (snacks)',
  towels_or_sheets_extra_fee: 'Towels or sheets (extra fee)',
  breakfast_to_go_containers: 'Breakfast to go',
  couples_massage: 'Couples’ massage',
  executive_lounge_private_check_in: 'Executive lounge: private check-in',
  price_asc: 'Price, low to high',
  price_desc: 'Price, high to low',
  price_low_to_high: 'Price, low to high',
  price_high_to_low: 'Price, high to low',
  stars_high_to_low: 'Stars, high to low',
  stars_low_to_high: 'Stars, low to high',
  pleasant_6: 'Pleasant: 6 or more',
  good_7: 'Good: 7 or more',
  very_good_8: 'Very good: 8 or more',
  wonderful_9: 'Wonderful: 9 or more',
  LATLONG: 'Coordinates',
  mcp_only: 'MCP only',
  adults_only: 'Adults only',
  tv: 'TV',
};

const names = (type: 'currency' | 'language') => new Intl.DisplayNames('en', { type, fallback: 'none' });
const isCurrency = /^[A-Z]{3}$/;
const isLanguage = /^[a-z]{2}(-[a-z]{2})?$/;

/** How a person reads the value of a closed list. */
export function labelOf(value: string): string {
  const known = whole[value];
  if (known !== undefined) return known;
  if (isCurrency.test(value)) return `${value} – ${names('currency').of(value) ?? value}`;
  if (isLanguage.test(value)) return names('language').of(value) ?? value;
  let text = value
    .toLowerCase()
    .split('_')
    .map((word) => words[word] ?? word)
    .join(' ');
  for (const [pattern, mended] of phrases) text = text.replace(pattern, mended);
  // Names that begin small (iPad) stay as they are.
  return /^i[A-Z]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
