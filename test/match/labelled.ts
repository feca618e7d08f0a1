// Pairs of a person's own product and an offer, each with the answer. The offers are the catalogues of the two shops of the sandbox; the
// items are written as people write lists: in Russian, Dutch and English, in any order, with other units, other alphabets and typing
// errors. Beside them stand the offers that are nearly the product: another size, generation or version, an accessory, a bundle, a used one.
import { assortment } from '../../sandbox/sources/nlretail/assortment';
import { appliances } from '../../sandbox/sources/ruretail/appliances';
import { computers } from '../../sandbox/sources/ruretail/computers';
import { gadgets } from '../../sandbox/sources/ruretail/gadgets';
import type { Product } from '../../src/match';

export interface Offer extends Product {
  readonly id: string;
}

export interface Labelled {
  readonly shop: 'ru' | 'nl';
  readonly item: Product;
  /** The offer that it is. */
  readonly id: string;
}

export interface Trap {
  readonly why: string;
  readonly item: Product;
  readonly offer: Product;
}

interface Parts {
  readonly id: string;
  readonly noun: string;
  readonly brand: string;
  readonly model: string;
  readonly size: string;
  readonly colour: string;
  readonly name: string;
}

const ruParts: readonly Parts[] = [...gadgets, ...computers, ...appliances].flatMap((category) =>
  category.lines.flatMap((line) => {
    const [brand = '', series = ''] = line.split(/: (.*)/s);
    return [...series.matchAll(/\s*([^,]+?) (\d+)(?:,|$)/g)].flatMap(([, model = '']) =>
      category.sizes.flatMap(([size]) =>
        category.colours.map((colour) => {
          const name = `${category.noun} ${brand} ${model} ${size} ${colour}`;
          return { id: `ru ${name}`, noun: category.noun, brand, model, size, colour, name };
        }),
      ),
    );
  }),
);

const nlParts: readonly Parts[] = assortment
  .filter(({ path }) => path[0] !== 'Boeken')
  .flatMap(({ words, brands, variants }) =>
    brands.flatMap(({ name: brand, series }) =>
      series.flatMap((model) =>
        variants.map((size) => {
          const [word = ''] = words.split(' ');
          const noun = word.charAt(0).toUpperCase() + word.slice(1);
          const name = `${brand} ${model} - ${noun} - ${size}`;
          return { id: `nl ${name}`, noun, brand, model, size, colour: '', name };
        }),
      ),
    ),
  );

const offers = (parts: readonly Parts[]): readonly Offer[] =>
  parts.map(({ id, name, brand }) => ({ id, name, brand }));

export const catalogues = { ru: offers(ruParts), nl: offers(nlParts) };

const russian: Readonly<Record<string, string>> = {
  Apple: 'эппл',
  Samsung: 'самсунг',
  Xiaomi: 'сяоми',
  HUAWEI: 'хуавей',
  Sony: 'сони',
  Philips: 'филипс',
  Bosch: 'бош',
  Lenovo: 'леново',
  ASUS: 'асус',
  Haier: 'хайер',
  HONOR: 'хонор',
  Marshall: 'маршалл',
  Dyson: 'дайсон',
  iPhone: 'айфон',
  Galaxy: 'галакси',
  Redmi: 'редми',
  iPad: 'айпад',
  MacBook: 'макбук',
  Pro: 'про',
  Ultra: 'ультра',
  Max: 'макс',
  Note: 'ноут',
  mini: 'мини',
};
const colourWords: Readonly<Record<string, readonly [ru: string, en: string, nl: string]>> = {
  black: ['чёрный', 'black', 'zwart'],
  white: ['белый', 'white', 'wit'],
  blue: ['синий', 'blue', 'blauw'],
  silver: ['серебристый', 'silver', 'zilver'],
  gray: ['серый', 'grey', 'grijs'],
  red: ['красный', 'red', 'rood'],
  pink: ['розовый', 'pink', 'roze'],
  beige: ['бежевый', 'beige', 'beige'],
  чёрный: ['черный', 'black', 'zwart'],
  белый: ['белая', 'white', 'wit'],
  серый: ['серый', 'grey', 'grijs'],
  серебристый: ['серебристый', 'silver', 'zilver'],
  синий: ['синий', 'blue', 'blauw'],
};

const colourIn = (colour: string, language: 0 | 1 | 2): string =>
  colourWords[colour.toLowerCase()]?.[language] ?? colour;

/** 128GB, 128 GB, 128 ГБ; 55", 55 inch, 55 дюймов. */
function sizeIn(size: string, language: 0 | 1 | 2): string {
  const [gb, inch, litre, kg] = [
    ['ГБ', 'GB', 'GB'],
    ['дюймов', 'inch', 'inch'],
    ['л', 'L', 'liter'],
    ['кг', 'kg', 'kg'],
  ];
  return size
    .replace(/(\d)\s?(?:GB|ГБ)/, `$1${language === 1 ? '' : ' '}${gb[language]}`)
    .replace(/(\d)"/, `$1 ${inch[language]}`)
    .replace(/(\d) inch/, `$1 ${inch[language]}`)
    .replace(/(\d) (?:л|L)$/, `$1 ${litre[language]}`)
    .replace(/(\d) кг/, `$1 ${kg[language]}`)
    .replace(',', language === 1 ? '.' : ',');
}

const inRussian = (text: string): string => text.replaceAll(/[A-Za-z]+/g, (word) => russian[word] ?? word);

/** Two letters of the longest word change places. */
function mistyped(text: string): string {
  const longest = text
    .split(/[\s-]+/)
    .filter((word) => /^[a-z]{6,}$/i.test(word))
    .sort((a, b) => b.length - a.length)[0];
  if (longest === undefined) return text;
  const at = Math.floor(longest.length / 2);
  return text.replace(
    longest,
    longest.slice(0, at) + longest[at + 1]! + longest[at]! + longest.slice(at + 2),
  );
}

const styles: readonly ((parts: Parts) => string)[] = [
  ({ brand, model, size, colour }) =>
    inRussian(`${brand} ${model} ${sizeIn(size, 0)} ${colourIn(colour, 0)}`).toLowerCase(),
  ({ brand, model, size, colour }) => `${brand} ${model} ${sizeIn(size, 1)} ${colourIn(colour, 1)}`,
  ({ noun, brand, model, size, colour }) =>
    `${model} ${sizeIn(size, 2)} ${brand} ${colourIn(colour, 2)} ${noun}`,
  ({ brand, model, size, colour }) => mistyped(`${brand} ${model} ${sizeIn(size, 1)} ${colourIn(colour, 1)}`),
  ({ brand, model, size, colour }) =>
    `${brand.toUpperCase()} ${model} ${colourIn(colour, 1)}, ${sizeIn(size, 1)}`,
  ({ brand, model, size, colour }) => `${colourIn(colour, 2)} ${brand} ${model} (${sizeIn(size, 2)})`,
];

/** Every nth product, so that all categories are there. */
const every = (parts: readonly Parts[], step: number): readonly Parts[] =>
  parts.filter((_, nth) => nth % step === 0);

const pairs = (shop: 'ru' | 'nl', parts: readonly Parts[]): readonly Labelled[] =>
  parts.map((one, nth) => ({ shop, id: one.id, item: { name: styles[nth % styles.length]!(one).trim() } }));

export const labelled: readonly Labelled[] = [
  ...pairs('ru', every(ruParts, 7)),
  ...pairs('nl', every(nlParts, 11)),
];

const asItem = ({ brand, model, size, colour }: Parts, nth: number): Product => ({
  name: styles[nth % styles.length]!({ id: '', noun: '', name: '', brand, model, size, colour }).trim(),
});

const nextNumber = (model: string): string | undefined =>
  /\d/.test(model) ? model.replace(/\d+(?!.*\d)/, (digits) => String(Number(digits) + 1)) : undefined;

const otherSize = (all: readonly Parts[], { brand, model, size }: Parts): Parts | undefined =>
  all.find(
    (each) =>
      each.brand === brand && each.model === model && each.size !== size && /\d/.test(each.size + size),
  );

/** What is nearly the product, and is not. */
function trapsOf(all: readonly Parts[], one: Parts, nth: number): Trap[] {
  const item = asItem(one, nth);
  const { brand, model, size, colour, noun, name } = one;
  const made: readonly (readonly [why: string, offer: string | undefined])[] = [
    ['size', otherSize(all, one)?.name],
    ['generation', nextNumber(model) && name.replace(model, nextNumber(model)!)],
    [
      'accessory',
      nth % 3 === 0
        ? `Чехол для ${brand} ${model} ${colour}`
        : nth % 3 === 1
          ? `${brand} ${model} hoesje ${colour}`
          : `Case for ${brand} ${model} ${size}`,
    ],
    ['bundle', nth % 2 === 0 ? `${name} + чехол и стекло` : `${name} bundle`],
    [
      'refurbished',
      nth % 3 === 0
        ? `${name} восстановленный`
        : nth % 3 === 1
          ? `${name} refurbished`
          : `${noun} ${brand} ${model} ${size} б/у`,
    ],
    [
      'version',
      /^(?:iPhone|Galaxy|Redmi|Pixel)/.test(model) && !/Pro|Ultra/.test(model)
        ? name.replace(model, `${model} Pro`)
        : undefined,
    ],
    ['pack', `${name} 3 шт`],
  ];
  return made.flatMap(([why, offer]) =>
    offer === undefined || offer === name ? [] : [{ why, item, offer: { name: offer, brand } }],
  );
}

export const traps: readonly Trap[] = [
  ...every(ruParts, 41).flatMap((one, nth) => trapsOf(ruParts, one, nth)),
  ...every(nlParts, 53).flatMap((one, nth) => trapsOf(nlParts, one, nth)),
];
