// The words by which shops in English, Russian and Dutch say the same thing: units, kinds of product, colours, brands in another
// alphabet, and the words that make something another product. Words are in lower case and without accents.

/** As names are compared: й is и, ё is е. */
const bare = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '');

const table = (rows: string): ReadonlyMap<string, string> =>
  new Map(
    bare(rows)
      .trim()
      .split('\n')
      .flatMap((row) => {
        const [means = '', others = ''] = row.split(':');
        return [means, ...others.trim().split(/\s+/)]
          .filter((word) => word !== '')
          .map((word): [string, string] => [word.trim(), means.trim()]);
      }),
  );

const words = (text: string): ReadonlySet<string> => new Set(bare(text).trim().split(/\s+/));

/** A unit as written after a number. `inch` also stands as a sign. */
export const units = table(`
gb: гб гигабайт gig gbyte
tb: тб терабайт
mb: мб
l: л литр литра литров liter liters litre litres ltr
ml: мл
cl: сл
kg: кг килограмм kilo kgs
g: гр грамм gram grams
lb: lbs pound pounds
oz: ounce ounces
w: вт ватт watt watts
kw: квт
v: volt volts вольт
mah: мач
ah: ач
mp: мп мпикс megapixel megapixels mpix
hz: гц hertz
ghz: ггц
mhz: мгц
inch: inches in дюйм дюйма дюймов "
cm: см
mm: мм
m: метр метра метров meter meters
ft: feet foot
port: ports портов порта poorts
cuft:
btu:
rpm:
line: lines
`);

/** What one calls the kind of product; the words of a row mean the same. */
export const kinds = table(`
phone: смартфон телефон smartphone telefoon mobiel smartphones telephone handset
tablet: планшет
laptop: ноутбук notebook лэптоп
headphones: наушники гарнитура koptelefoon oordopjes oortjes headphone earbuds earphones headset
speaker: колонка luidspreker speakers акустика колонки
watch: часы смарт-часы smartwatch horloge
tv: телевизор televisie television hdtv тв televisies телик
fridge: холодильник koelkast refrigerator
washer: стиральная стиралка wasmachine washing
dryer: сушильная droger wasdroger
dishwasher: посудомоечная посудомойка vaatwasser
vacuum: пылесос stofzuiger steelstofzuiger vacuumcleaner
robotvacuum: робот-пылесос robotstofzuiger
coffee: кофемашина кофеварка koffiemachine koffiezetapparaat coffeemaker espressomachine
kettle: чайник электрочайник waterkoker
airfryer: аэрогриль аэрофритюрница heteluchtfriteuse friteuse fryer
microwave: микроволновка микроволновая свч magnetron
oven: духовка духовой
blender: блендер staafmixer
iron: утюг strijkijzer
monitor: монитор beeldscherm scherm
printer: принтер мфу
camera: фотоаппарат камера fototoestel
camcorder: видеокамера
console: приставка консоль spelcomputer
router: роутер маршрутизатор
drive: накопитель диск schijf harddrive
ssd: твердотельный
`);

/** Colours are forgiven: the same product is often listed under another name of its colour. */
export const colours = table(`
black: черный черная черное черные zwart zwarte blk bk midnight
anthracite: antraciet антрацит антрацитовый
white: белый белая белое белые wit witte wht wh
silver: серебристый серебряный серебристая zilver zilveren slv
grey: gray серый серая grijs graphite графит титан titanium gry
blue: синий синяя голубой голубая blauw blauwe
red: красный красная rood rode
green: зеленый зеленая groen groene
pink: розовый розовая roze
purple: фиолетовый фиолетовая paars violet lavender
gold: золотой золотистый золотая goud gouden
beige: бежевый бежевая
yellow: желтый желтая geel
brown: коричневый коричневая bruin
orange: оранжевый oranje
cream: кремовый creme
steel: rvs нержавеющая stainless roestvrij
`);

/** How brands and series are written and typed in another alphabet. */
export const otherSpellings = table(`
iphone: айфон айфона
ipad: айпад
airpods: эирподс аирподс эрподс
macbook: макбук
apple: эппл эпл апл
samsung: самсунг
galaxy: галакси гэлакси гелакси
xiaomi: сяоми ксиаоми шаоми ксяоми
redmi: редми
huawei: хуавеи хуавэи
honor: хонор
realme: реалми рилми
note: ноут
pro: про
max: макс
ultra: ультра
plus: плюс
mini: мини
lite: лаит лайт
air: эир эйр
watch: вотч
playstation: плеистеишен плейстейшен плеистеишн плойка ps
xbox: иксбокс
nintendo: нинтендо
switch: свитч
sony: сони
philips: филипс
bosch: бош
siemens: сименс
delonghi: делонги
dyson: даисон дайсон
tefal: тефаль
braun: браун
lenovo: леново
asus: асус
acer: эисер асер
hp: хп hewlett
lg: лджи элджи
panasonic: панасоник
canon: кэнон канон
nikon: никон
jbl: джибиэль
marshall: маршалл маршал
bose: боуз
haier: хаиер хаер
machine: машина
wireless: беспроводные беспроводная беспроводной draadloos draadloze cordless
gen: generation поколение поколения generatie генерация
series: серия серии serie
`);

/** Part of a product's name that makes it another product of the same family. */
export const variants = words(
  'pro max ultra plus mini lite air fe se slim xl xxl evo neo nano duo oled qled qned classic sport combi dual fold flip turbo prime premium s e edition digital absolute animal submarine complete deluxe limited heatsink esim qwerty qwertz azerty',
);

/** What goes with a product and is not the product. */
export const accessories = table(`
case: cases чехол чехлы чехла hoes hoesje hoesjes cover covers sleeve накладка бампер клип-кеис клип-кейс книжка bumper pouch
glass: стекло screenprotector protector protectors screenprotectors пленка folie
cable: кабель kabel шнур cord
charger: зарядка зарядное oplader laadkabel charging док-станция
adapter: адаптер переходник
mount: кронштеин кронштейн bracket muurbeugel beugel держатель houder holder крепление
strap: ремешок bandje armband band
filter: фильтр filters фильтры
bag: сумка рюкзак tas backpack мешок мешки пылесборник
stand: подставка standaard statief штатив tripod
remote: пульт afstandsbediening
nozzle: насадка насадки щетка borstel opzetstuk opzetborstel accessoire accessory accessories аксессуар аксессуары
cartridge: картридж cartridges тонер toner ink
skin: наклеика наклейка sticker
spare: запчасть onderdeel replacement
`);

/** Not new, or not whole. */
export const conditions = table(`
refurbished: восстановленный восстановленная восстановлен refurb renewed remanufactured refilled gereviseerd reconditioned
used: бу подержанный подержанная tweedehands gebruikt уцененный уценка outlet витринный b-stock occasion preowned cpo demo demomodel showmodel дефект дефектом defect defecte beschadigd damaged retour huur verhuur rental аренда
compatible: совместимый совместим geschikt аналог replica копия муляж макет dummy
incomplete: body solo without zonder без
`);

/** More than one thing in the box. */
export const bundles = words(
  'bundle bundel комплект набор kit kits pakket cadeauset voordeelset starterset starterspakket combo-set multipack valuepack voordeelpak voordeelverpakking abonnement subscription',
);

/** Words before an accessory that comes with the product, and before the product that an accessory is for. */
export const withWords = words('with w с со met incl inclusief including и & + плюс');
export const forWords = words('for для voor к');

/** How it connects: a printer with USB is not the one with Wi-Fi. */
export const connections = words('wifi usb lte 4g 5g bluetooth cellular ethernet');

/** Words that say nothing about which product it is. */
export const fillers = words(
  'the a an and or of in to with for by at on from de het een van voor met en op с со и для на в к от до из new novel новый оригинал original nieuw official ростест eac',
);

/** A duopack is a pack of 2. */
export const packCounts: ReadonlyMap<string, number> = new Map([
  ['duo', 2],
  ['twin', 2],
  ['double', 2],
  ['dubbel', 2],
  ['trio', 3],
  ['triple', 3],
]);

export const packWords = words(
  'pack packs pak verpakking шт штук штуки штука stuks stuk pcs pieces pc pk упаковка уп er delig',
);

/** Each with the Latin letters for it. */
const letters: ReadonlyMap<string, string> = new Map(
  'аa бb вv гg дd еe жzh зz иi кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsh ъ ыi ь эe юyu яya'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

/** A Cyrillic word in Latin letters. */
export const latin = (word: string): string =>
  word.replaceAll(/[а-я]/g, (letter) => letters.get(letter) ?? letter);

/** How a word sounds, roughly: the same for Philips and филипс, Bosch and бош. */
export const sound = (word: string): string =>
  word
    .replaceAll('ph', 'f')
    .replaceAll(/s?ch|sh/g, 's')
    .replaceAll(/ck|c|q/g, 'k')
    .replaceAll('x', 'ks')
    .replaceAll('w', 'v')
    .replaceAll(/[aeiouy]/g, '')
    .replaceAll(/(.)\1+/g, '$1');
