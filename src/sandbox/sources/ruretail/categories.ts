// What the Russian electronics shop sells. A line is `brand: series price, series price …`; every series comes in
// every size and colour of its category.

export interface Category {
  readonly name: string;
  /** How a product's name begins. */
  readonly noun: string;
  /** What people type for it in other words or languages. */
  readonly words: string;
  readonly lines: readonly string[];
  /** Sizes with the factor on the price, and the property they stand for. */
  readonly sizes: readonly (readonly [label: string, factor: number])[];
  readonly sizeIs: readonly [name: string, measure: string | null];
  readonly colours: readonly string[];
  /** Further properties: name, measure, values. */
  readonly properties: readonly (readonly [
    name: string,
    measure: string | null,
    values: readonly string[],
  ])[];
  readonly packs?: true;
}

export const categories: readonly Category[] = [
  {
    name: 'Смартфоны',
    noun: 'Смартфон',
    words: 'smartphone phone телефон мобильный айфон',
    lines: [
      'Apple: iPhone 13 49990, iPhone 14 57990, iPhone 15 69990, iPhone 15 Pro 94990, iPhone 16 79990, iPhone 16 Pro 109990, iPhone 16e 59990',
      'Samsung: Galaxy A16 15990, Galaxy A36 27990, Galaxy A56 35990, Galaxy S24 59990, Galaxy S25 74990, Galaxy S25 Ultra 109990',
      'Xiaomi: Redmi 14C 9990, Redmi Note 14 17990, Redmi Note 14 Pro 26990, 14T 39990, 15 64990',
      'HONOR: X8c 21990, 400 34990, Magic7 Pro 79990',
      'realme: C75 15990, 14 Pro 29990',
    ],
    sizes: [
      ['128GB', 1],
      ['256GB', 1.12],
      ['512GB', 1.3],
    ],
    sizeIs: ['Встроенная память', 'ГБ'],
    colours: ['Black', 'White', 'Blue'],
    properties: [
      ['Диагональ экрана', '"', ['6.1', '6.5', '6.7', '6.9']],
      ['Оперативная память', 'ГБ', ['6', '8', '12']],
      ['Основная камера', 'Мпикс', ['48', '50', '108', '200']],
    ],
  },
  {
    name: 'Телевизоры',
    noun: 'Телевизор',
    words: 'tv television led qled oled smart тв',
    lines: [
      'Samsung: Crystal UHD U8000 39990, QLED Q60D 54990, Neo QLED QN85D 89990, OLED S90D 129990, The Frame LS03D 99990',
      'LG: UT80 37990, NanoCell NANO80 46990, QNED82 58990, OLED evo C4 134990, OLED B4 109990',
      'Haier: S1 32990, M80 QLED 49990, K85 27990',
      'Hisense: A6N 31990, E7NQ 44990, U7NQ 69990',
      'Sber: SDX 4K 25990, ATMO 29990',
      'TCL: P755 30990, C655 QLED 45990, C755 61990',
    ],
    sizes: [
      ['43"', 0.75],
      ['50"', 0.9],
      ['55"', 1],
      ['65"', 1.35],
      ['75"', 1.8],
    ],
    sizeIs: ['Диагональ экрана', '"'],
    colours: ['чёрный'],
    properties: [
      ['Разрешение экрана', null, ['4K UltraHD', 'Full HD']],
      ['Частота обновления', 'Гц', ['60', '100', '120', '144']],
      ['Смарт-платформа', null, ['Tizen', 'webOS', 'Android TV', 'Салют ТВ', 'VIDAA']],
    ],
  },
  {
    name: 'Ноутбуки',
    noun: 'Ноутбук',
    words: 'laptop notebook macbook компьютер',
    lines: [
      'Apple: MacBook Air 13 M3 99990, MacBook Air 15 M4 139990, MacBook Pro 14 M4 179990',
      'ASUS: VivoBook 15 52990, VivoBook Go 15 43990, Zenbook 14 OLED 94990, TUF Gaming A15 96990, ROG Strix G16 149990',
      'Lenovo: IdeaPad Slim 3 46990, ThinkBook 16 72990, Legion 5 119990, LOQ 15 92990',
      'HP: 15s 44990, Pavilion 14 64990, Victus 15 84990',
      'Acer: Aspire 3 39990, Swift Go 14 69990, Nitro V 15 87990',
      'MSI: Modern 15 49990, Katana 15 109990',
    ],
    sizes: [
      ['8/256GB', 0.9],
      ['16/512GB', 1],
      ['32GB/1TB', 1.3],
    ],
    sizeIs: ['Память', null],
    colours: ['Silver', 'Black'],
    properties: [
      ['Процессор', null, ['Core i5', 'Core Ultra 7', 'Ryzen 5', 'Ryzen 7', 'Apple M-series']],
      ['Диагональ экрана', '"', ['13.6', '14', '15.6', '16']],
      ['Вес', 'кг', ['1.24', '1.4', '1.7', '2.2']],
    ],
  },
  {
    name: 'Планшеты',
    noun: 'Планшет',
    words: 'tablet ipad',
    lines: [
      'Apple: iPad 11 44990, iPad Air 11 69990, iPad mini 59990, iPad Pro 13 139990',
      'Samsung: Galaxy Tab A9+ 22990, Galaxy Tab S9 FE 36990, Galaxy Tab S10 Ultra 99990',
      'Xiaomi: Pad 7 34990, Redmi Pad SE 17990',
      'HUAWEI: MatePad 11.5 27990, MatePad SE 15990',
    ],
    sizes: [
      ['128GB', 1],
      ['256GB', 1.18],
    ],
    sizeIs: ['Встроенная память', 'ГБ'],
    colours: ['Gray', 'Blue', 'Silver'],
    properties: [
      ['Диагональ экрана', '"', ['8.3', '11', '11.5', '13']],
      ['Поддержка LTE', null, ['есть', 'нет']],
    ],
  },
  {
    name: 'Наушники',
    noun: 'Наушники',
    words: 'headphones earbuds tws airpods гарнитура bluetooth',
    lines: [
      'Apple: AirPods 4 14990, AirPods Pro 2 21990, AirPods Max 57990',
      'Sony: WH-1000XM5 32990, WF-1000XM5 24990, WH-CH520 4990, LinkBuds S 12990',
      'JBL: Tune 520BT 4490, Tune Flex 6990, Live 670NC 9990, Wave Beam 4290',
      'Samsung: Galaxy Buds FE 6990, Galaxy Buds3 Pro 17990',
      'HUAWEI: FreeBuds 6i 6490, FreeClip 13990',
      'Xiaomi: Redmi Buds 6 2490, Buds 5 Pro 12990',
      'Marshall: Major V 14990, Monitor III 34990',
    ],
    sizes: [['беспроводные', 1]],
    sizeIs: ['Тип подключения', null],
    colours: ['Black', 'White', 'Blue', 'Beige'],
    properties: [
      ['Шумоподавление', null, ['есть', 'нет']],
      ['Время работы', 'ч', ['6', '10', '30', '50', '70']],
    ],
  },
  {
    name: 'SSD накопители',
    noun: 'SSD накопитель',
    words: 'ssd nvme m.2 диск твердотельный drive',
    lines: [
      'Samsung: 990 PRO 11990, 990 EVO Plus 8990, 870 EVO 8490',
      'Kingston: NV3 5990, KC3000 9490, A400 4490, FURY Renegade 10990',
      'WD: Black SN850X 10990, Blue SN5000 6990, Green SN350 5290',
      'Crucial: P3 Plus 6490, T500 9990, MX500 6990',
      'ADATA: Legend 860 6290, SU650 4190',
      'Netac: NV7000 6890, SA500 3890',
    ],
    sizes: [
      ['256GB', 0.55],
      ['512GB', 0.7],
      ['1TB', 1],
      ['2TB', 1.75],
      ['4TB', 3.2],
    ],
    sizeIs: ['Объём накопителя', null],
    colours: ['чёрный'],
    properties: [
      ['Интерфейс', null, ['PCIe 4.0', 'PCIe 5.0', 'SATA III']],
      ['Скорость чтения', 'МБ/с', ['550', '3500', '5000', '7450']],
    ],
  },
  {
    name: 'Холодильники',
    noun: 'Холодильник',
    words: 'fridge refrigerator',
    lines: [
      'LG: GC-B459 62990, GA-B509 57990',
      'Samsung: RB34 64990, RS61 99990',
      'Haier: C2F636 69990, CEF535 49990, HTF-456 119990',
      'Indesit: DF 5200 39990, ITS 5180 36990',
      'Бирюса: 6041 26990, 880 31990',
      'ATLANT: XM 4421 37990, XM 4625 42990',
    ],
    sizes: [
      ['двухкамерный', 1],
      ['No Frost', 1.15],
    ],
    sizeIs: ['Система охлаждения', null],
    colours: ['белый', 'серебристый', 'чёрный'],
    properties: [
      ['Общий объём', 'л', ['280', '341', '384', '456']],
      ['Класс энергопотребления', null, ['A', 'A+', 'A++']],
    ],
  },
  {
    name: 'Стиральные машины',
    noun: 'Стиральная машина',
    words: 'washing machine washer стиралка',
    lines: [
      'LG: F2J3 39990, F4V5 57990, AI DD F2V5 48990',
      'Samsung: WW60 37990, WW80 49990',
      'Haier: HW60 33990, HW80 44990',
      'Indesit: IWSB 24990, EWSD 27990',
      'Weissgauff: WM 4726 29990, WM 58 36990',
    ],
    sizes: [
      ['6 кг', 0.9],
      ['7 кг', 1],
      ['9 кг', 1.2],
    ],
    sizeIs: ['Максимальная загрузка', 'кг'],
    colours: ['белый', 'серый'],
    properties: [
      ['Скорость отжима', 'об/мин', ['1000', '1200', '1400']],
      ['Инверторный двигатель', null, ['есть', 'нет']],
    ],
  },
  {
    name: 'Пылесосы',
    noun: 'Пылесос',
    words: 'vacuum cleaner robot робот',
    lines: [
      'Dreame: D10 Plus 29990, L10s Ultra 54990, H12 Pro 34990, V12 24990',
      'Xiaomi: Robot Vacuum E10 12990, X20+ 39990, Vacuum G20 14990',
      'Dyson: V8 34990, V15 Detect 64990',
      'Roborock: Q8 Max 36990, S8 Pro Ultra 84990, Q7 L5 24990',
      'Tefal: X-Force 8.60 27990, X-Plorer 19990',
      'Samsung: Jet 75E 29990, VC18 8990',
    ],
    sizes: [
      ['EU', 1],
      ['Global', 0.96],
    ],
    sizeIs: ['Версия', null],
    colours: ['White', 'Black'],
    properties: [
      ['Сила всасывания', 'Па', ['4000', '6000', '8000', '11000']],
      ['Влажная уборка', null, ['есть', 'нет']],
    ],
  },
  {
    name: 'Кофемашины',
    noun: 'Кофемашина',
    words: 'coffee machine espresso кофе кофеварка',
    lines: [
      "De'Longhi: Magnifica S 34990, Dinamica 59990, Eletta Explore 99990, Dedica EC685 19990",
      'Philips: EP2220 32990, EP3246 44990, LatteGo EP5447 59990',
      'KRUPS: Essential 31990, Evidence 54990, Nescafe Dolce Gusto 8990',
      'Polaris: PCM 2020 17990, PACM 2065 34990',
      'Redmond: CM701 12990, RCM-1525 9990',
    ],
    sizes: [
      ['15 бар', 1],
      ['19 бар', 1.06],
    ],
    sizeIs: ['Давление помпы', 'бар'],
    colours: ['чёрный', 'серебристый'],
    properties: [
      ['Капучинатор', null, ['автоматический', 'ручной']],
      ['Объём резервуара', 'л', ['1.1', '1.8', '2']],
    ],
  },
  {
    name: 'Мониторы',
    noun: 'Монитор',
    words: 'monitor display экран',
    lines: [
      'Samsung: Odyssey G5 24990, Odyssey OLED G8 89990, Essential S3 11990, ViewFinity S7 29990',
      'LG: UltraGear 27GS 26990, 27UP850 39990, 24MS500 11490',
      'AOC: 24G4 14990, Q27G3 23990, 27B3 12490',
      'Xiaomi: G27i 13990, Curved G34 29990, A24i 7990',
      'MSI: MAG 274 22990, PRO MP243 9990',
    ],
    sizes: [
      ['24"', 0.85],
      ['27"', 1],
      ['32"', 1.3],
    ],
    sizeIs: ['Диагональ экрана', '"'],
    colours: ['чёрный', 'белый'],
    properties: [
      ['Разрешение экрана', null, ['1920x1080', '2560x1440', '3840x2160']],
      ['Частота обновления', 'Гц', ['75', '100', '165', '180', '240']],
    ],
  },
  {
    name: 'Игровые приставки',
    noun: 'Игровая приставка',
    words: 'console playstation ps5 xbox nintendo switch консоль',
    lines: [
      'Sony: PlayStation 5 Slim 54990, PlayStation 5 Pro 89990, PlayStation 5 Digital 46990',
      'Microsoft: Xbox Series X 59990, Xbox Series S 36990',
      'Nintendo: Switch OLED 32990, Switch Lite 19990, Switch 2 54990',
      'Valve: Steam Deck OLED 64990',
    ],
    sizes: [
      ['512GB', 0.95],
      ['1TB', 1],
      ['2TB', 1.2],
    ],
    sizeIs: ['Объём накопителя', null],
    colours: ['White', 'Black'],
    properties: [['Оптический привод', null, ['есть', 'нет']]],
  },
  {
    name: 'Умные часы',
    noun: 'Смарт-часы',
    words: 'smartwatch watch часы браслет',
    lines: [
      'Apple: Watch SE 24990, Watch Series 10 39990, Watch Ultra 2 79990',
      'Samsung: Galaxy Watch7 21990, Galaxy Watch Ultra 44990',
      'HUAWEI: Watch GT 5 17990, Watch Fit 4 9990, Watch Ultimate 59990',
      'Amazfit: Bip 6 6990, GTR 4 14990, T-Rex 3 24990',
      'Xiaomi: Watch S4 12990, Redmi Watch 5 7990',
    ],
    sizes: [
      ['41mm', 0.95],
      ['46mm', 1],
    ],
    sizeIs: ['Размер корпуса', 'мм'],
    colours: ['Black', 'Silver', 'Green'],
    properties: [
      ['Датчик пульса', null, ['есть']],
      ['Время работы', 'дн', ['2', '7', '14', '24']],
    ],
  },
  {
    name: 'Фены',
    noun: 'Фен',
    words: 'hair dryer',
    lines: [
      'Dyson: Supersonic HD07 39990, Supersonic Nural 49990',
      'Philips: BHD510 4990, 5000 Series 6490',
      'Polaris: PHD 2080 2490, PHD 2600 3490',
      'Rowenta: Volumizer 4490, Maestria 14990',
      'Dreame: Hair Glory 7990, Pocket 9990',
    ],
    sizes: [
      ['1800 Вт', 1],
      ['2200 Вт', 1.08],
    ],
    sizeIs: ['Мощность', 'Вт'],
    colours: ['Pink', 'Black', 'Blue'],
    properties: [['Ионизация', null, ['есть', 'нет']]],
  },
  {
    name: 'Микроволновые печи',
    noun: 'Микроволновая печь',
    words: 'microwave oven свч микроволновка',
    lines: [
      'Samsung: ME83 9990, MS23 11990, MG23 13990',
      'LG: MS20 8990, MS25 NeoChef 14990',
      'Midea: MM720 6490, AM820 8490',
      'Gorenje: MO17 6990, BM201 19990',
      'Hyundai: HYM-M2041 5490, HYM-D3010 6790',
    ],
    sizes: [
      ['20 л', 1],
      ['23 л', 1.1],
      ['25 л', 1.2],
    ],
    sizeIs: ['Объём', 'л'],
    colours: ['белый', 'чёрный'],
    properties: [['Гриль', null, ['есть', 'нет']]],
  },
  {
    name: 'Чайники',
    noun: 'Чайник электрический',
    words: 'kettle',
    lines: [
      'Bosch: TWK3A 3490, TWK8611 7990',
      'Polaris: PWK 1755 2490, Water Way Pro 3990',
      'Redmond: RK-G200 3290, SkyKettle 4990',
      'Xiaomi: Smart Kettle 2 Pro 3990, Kettle EU 1990',
      'Tefal: Safe Tea 3790, KO450 2990',
    ],
    sizes: [
      ['1.5 л', 1],
      ['1.7 л', 1.07],
    ],
    sizeIs: ['Объём', 'л'],
    colours: ['чёрный', 'белый', 'серебристый'],
    properties: [
      ['Мощность', 'Вт', ['1500', '2200', '2400']],
      ['Материал корпуса', null, ['стекло', 'сталь', 'пластик']],
    ],
  },
  {
    name: 'Роутеры',
    noun: 'Wi-Fi роутер',
    words: 'router wifi маршрутизатор mesh',
    lines: [
      'Keenetic: Hopper 8990, Viva 7490, Ultra 16990, Start 3490',
      'TP-Link: Archer C6 2990, Archer AX55 6990, Deco X50 12990',
      'Xiaomi: Mi Router 4A 1990, BE3600 6490, AX3000 4490',
      'ASUS: RT-AX57 8990, RT-BE58U 14990',
      'MikroTik: hAP ac3 10990, hAP ax2 9490',
    ],
    sizes: [
      ['AC1200', 0.8],
      ['AX3000', 1],
      ['BE3600', 1.3],
    ],
    sizeIs: ['Класс Wi-Fi', null],
    colours: ['чёрный', 'белый'],
    properties: [['Скорость портов', 'Мбит/с', ['100', '1000', '2500']]],
  },
  {
    name: 'Батарейки',
    noun: 'Батарейки',
    words: 'battery batteries аккумуляторы aa aaa',
    lines: [
      'Duracell: Basic 399, Ultra Power 549, Optimum 699',
      'GP: Super 349, Ultra Plus 449, ReCyko 1290',
      'Energizer: Max Plus 499, Lithium 990',
      'VARTA: Energy 329, Longlife Power 459',
    ],
    sizes: [
      ['AA 4 шт', 1],
      ['AAA 4 шт', 1],
      ['AA 12 шт', 2.4],
      ['AAA 12 шт', 2.4],
    ],
    sizeIs: ['Типоразмер', null],
    colours: ['блистер'],
    properties: [['Тип элемента', null, ['щелочной', 'литиевый', 'никель-металлогидридный']]],
    packs: true,
  },
  {
    name: 'Видеокарты',
    noun: 'Видеокарта',
    words: 'gpu graphics card geforce rtx radeon',
    lines: [
      'Palit: GeForce RTX 5060 Dual 37990, GeForce RTX 5070 GamingPro 69990, GeForce RTX 4060 Dual 32990',
      'MSI: GeForce RTX 5060 Ventus 39990, GeForce RTX 5080 Gaming Trio 144990, GeForce RTX 4070 SUPER Ventus 67990',
      'GIGABYTE: GeForce RTX 5070 Ti Windforce 94990, Radeon RX 9070 Gaming 69990',
      'ASUS: GeForce RTX 5090 TUF 289990, Radeon RX 7600 Dual 29990',
      'Sapphire: Radeon RX 9070 XT Pulse 76990, Radeon RX 7800 XT Nitro+ 62990',
    ],
    sizes: [
      ['8GB', 0.94],
      ['12GB', 1],
      ['16GB', 1.12],
    ],
    sizeIs: ['Объём видеопамяти', 'ГБ'],
    colours: ['чёрный', 'белый'],
    properties: [['Тип видеопамяти', null, ['GDDR6', 'GDDR6X', 'GDDR7']]],
  },
  {
    name: 'Портативные колонки',
    noun: 'Портативная колонка',
    words: 'speaker bluetooth акустика умная колонка алиса',
    lines: [
      'JBL: Flip 6 9990, Charge 5 13990, Go 4 4490, Boombox 3 36990, Xtreme 4 24990',
      'Яндекс: Станция Лайт 2 6490, Станция Мини 3 8990, Станция Макс 29990, Станция Миди 14990',
      'Sber: SberBoom 9990, SberBoom Mini 5990',
      'Sony: ULT Field 1 9990, XG300 19990',
      'Marshall: Emberton II 14990, Stanmore III 32990',
    ],
    sizes: [['Bluetooth', 1]],
    sizeIs: ['Подключение', null],
    colours: ['Black', 'Blue', 'Red', 'Green'],
    properties: [
      ['Мощность', 'Вт', ['4.2', '10', '30', '65', '180']],
      ['Влагозащита', null, ['IP67', 'IPX4', 'нет']],
    ],
  },
  {
    name: 'Фотоаппараты',
    noun: 'Фотоаппарат',
    words: 'camera mirrorless беззеркальный зеркальный',
    lines: [
      'Canon: EOS R50 84990, EOS R8 159990, EOS R6 Mark II 229990',
      'Sony: Alpha A6400 94990, Alpha A7 IV 219990, ZV-E10 II 99990',
      'Nikon: Z30 74990, Z6 III 249990',
      'Fujifilm: X-T50 149990, X100VI 189990, instax mini 12 9990',
    ],
    sizes: [
      ['Body', 1],
      ['Kit', 1.18],
    ],
    sizeIs: ['Комплектация', null],
    colours: ['Black', 'Silver'],
    properties: [['Разрешение матрицы', 'Мпикс', ['20.9', '24.2', '33', '40.2']]],
  },
  {
    name: 'Клавиатуры и мыши',
    noun: 'Клавиатура',
    words: 'keyboard mouse мышь игровая механическая',
    lines: [
      'Logitech: MX Keys S 11990, K380 3990, G Pro X TKL 17990, Pebble Keys 2 4990',
      'Keychron: K2 Max 10990, V1 8990',
      'Razer: BlackWidow V4 15990, Huntsman Mini 9990',
      'HyperX: Alloy Origins Core 8490, Alloy Rise 17990',
      'A4Tech: Bloody B820R 4490, FStyler FK11 1490',
    ],
    sizes: [
      ['USB', 0.94],
      ['Wireless', 1],
    ],
    sizeIs: ['Подключение', null],
    colours: ['Black', 'White'],
    properties: [['Тип клавиш', null, ['мембранные', 'механические', 'ножничные']]],
  },
];
