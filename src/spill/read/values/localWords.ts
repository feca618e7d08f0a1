// Months and yes/no as people write them in their own language. A name counts only if it means one thing in all of these
// languages: "listopad" is October in Croatian and November in Czech, so it is refused.

/** By script, so that one name needs the months of few languages. */
const languages: readonly (readonly [script: RegExp, languages: string])[] = [
  [/\p{Script=Cyrillic}/u, 'ru uk bg sr'],
  [/\p{Script=Arabic}/u, 'ar ar-SY ar-DZ'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Latin}/u, 'nl de fr es it pt pl cs sk hr sl ro hu tr sv da nb fi et lv lt id vi ca'],
];

const tidy = (name: string): string =>
  name
    .normalize()
    .toLowerCase()
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\.+$/, '')
    .trim();

type Months = ReadonlyMap<string, number>;
const known = new Map<string, Months>();

/** With a day beside it, a month is in another case in some languages: май, 3 мая. */
function monthsIn(codes: string): Months {
  const found = new Map<string, number>();
  const ambiguous = new Set<string>();
  for (const language of codes.split(' '))
    for (const month of ['long', 'short'] as const)
      for (const day of ['numeric', undefined] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
          month,
          day,
          timeZone: 'UTC',
        });
        for (let index = 0; index < 12; index++) {
          const parts = format.formatToParts(Date.UTC(2027, index, 3));
          const name = tidy(parts.find(({ type }) => type === 'month')?.value ?? '');
          if (!/^\p{L}/u.test(name)) continue;
          if ((found.get(name) ?? index + 1) !== index + 1) ambiguous.add(name);
          found.set(name, index + 1);
        }
      }
  for (const name of ambiguous) found.delete(name);
  return found;
}

const english = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** From 1 to 12; 0 where the name is of no month, or of several. */
export function monthNamed(name: string): number {
  const given = tidy(name);
  const own = given.length < 3 ? -1 : english.findIndex((month) => month.startsWith(given));
  if (own >= 0) return own + 1;
  const codes = languages.find(([script]) => script.test(given))?.[1] ?? '';
  if (codes === '') return 0;
  const names = known.get(codes) ?? monthsIn(codes);
  known.set(codes, names);
  return names.get(given) ?? 0;
}

/** As typed, and as Excel names TRUE and FALSE in its languages. */
const yes = new Set(
  (
    'yes true on 1 да ja waar oui vrai sí si verdadero sim verdadeiro vero sì wahr tak prawda так істина истина ano pravda ' +
    'da adevărat igen igaz evet doğru sand sann sant kyllä tosi ναι αληθης αληθής jah tõene taip tiesa jā patiess ' +
    'نعم صحيح כן אמת 是 真 对 對 はい 예 네 đúng có benar ya'
  ).split(' '),
);
const no = new Set(
  (
    'no false off 0 нет nee onwaar non faux falso não nao nein falsch nie fałsz ні хибність ложь ne nepravda ' +
    'fals nem hamis hayır hayir yanlış yanliş falsk usann falskt nej nei ei epätosi όχι ψευδης ψευδής väär netiesa nē aplams ' +
    'لا خطأ לא שקר 否 假 不 いいえ 아니요 아니오 sai không salah tidak'
  ).split(' '),
);

/** Undefined where it is neither. */
export function yesOrNo(text: string): boolean | undefined {
  const word = tidy(text);
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}
