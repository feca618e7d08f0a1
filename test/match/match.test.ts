import { match, matchPrepared, prepare } from '../../src/match';
import { catalogues, labelled, traps } from './labelled';

const prepared = { ru: prepare(catalogues.ru), nl: prepare(catalogues.nl) };

describe('the labelled set', () => {
  const found = labelled.map((pair) => ({ pair, best: matchPrepared(pair.item, prepared[pair.shop], 3)[0] }));
  const isRight = ({ pair, best }: (typeof found)[number]) => best?.candidate.id === pair.id;

  test('has at least 600 pairs, in three languages and over both shops', () => {
    expect(labelled.length + traps.length).toBeGreaterThanOrEqual(600);
    expect(new Set(labelled.map(({ shop }) => shop)).size).toBe(2);
    expect(new Set(traps.map(({ why }) => why)).size).toBe(7);
  });

  test('the best candidate is right for at least nine of ten items', () => {
    expect(found.filter(isRight).length / found.length).toBeGreaterThanOrEqual(0.9);
  });

  test('what is certain is right, and enough is certain to be of use', () => {
    const certain = found.filter(({ best }) => best?.certain);
    expect(certain.filter(isRight).length / certain.length).toBeGreaterThanOrEqual(0.98);
    expect(certain.length / found.length).toBeGreaterThanOrEqual(0.4);
  });

  test.each([...new Set(traps.map(({ why }) => why))])('another %s is never certain', (kind) => {
    const wrong = traps
      .filter(({ why }) => why === kind)
      .filter(({ item, offer }) => match(item, [offer, ...catalogues.nl.slice(0, 50)])[0]?.certain);
    expect(wrong.map(({ item, offer }) => [item.name, offer.name])).toEqual([]);
  });
});

describe('careful and forgiving', () => {
  const shop = [
    'Смартфон Apple iPhone 16 128GB Black',
    'Смартфон Apple iPhone 16 256GB Black',
    'Смартфон Apple iPhone 16e 128GB Black',
    'Смартфон Apple iPhone 16 Pro 128GB Black',
    'Чехол для Apple iPhone 16 чёрный',
    'Защитное стекло для iPhone 16',
    'Apple iPhone 16 128GB Black + AirPods 4',
    'Apple iPhone 16 128GB восстановленный',
    'Стиральная машина Bosch WAN28290 6 кг',
    'Насадка Bosch для WAN28290',
    'Наушники Sony WH-1000XM5 Black',
    'Наушники Sony WH-1000XM4 Black',
    'Батарейки Duracell AA 4 шт',
    'Батарейки Duracell AA 12 шт',
  ].map((name) => ({ name }));
  const best = (name: string) => match({ name }, shop)[0]!;

  test.each([
    ['айфон 16 128 гб черный', 0],
    ['iPhone16 128GB', 0],
    ['Apple iPhnoe 16, 256 GB, zwart', 1],
    ['iphone 16e 128', 2],
    ['Sony WH1000XM5', 10],
    ['наушники sony wh-1000xm4 белые', 11],
    ['WН-1000ХМ5 сони', 10],
    ['bosch wan28290', 8],
    ['Duracell AA 12 pack', 13],
  ])('%s', (name, index) => {
    expect(best(name).index).toBe(index);
  });

  test('says why', () => {
    const says = (name: string, index: number) =>
      match({ name }, shop, 20)
        .find((each) => each.index === index)!
        .reasons.map((reason) => reason.says());
    expect(says('iphone 16 128gb', 1)).toContain('256 GB instead of 128 GB');
    expect(says('iphone 16 128gb', 4)).toContain('an accessory');
    expect(says('iphone 16 128gb', 6)).toContain('a bundle');
    expect(says('iphone 16 128gb', 7)).toContain('refurbished');
    expect(says('Sony WH-1000XM5', 10)).toContain('same model WH1000XM5');
    expect(says('Duracell AA 12 pack', 12)).toContain('pack of 4 instead of 12');
  });

  test('a size that only one side states is not certain, unless a long code names it', () => {
    expect(match({ name: 'Apple iPhone 16' }, shop.slice(0, 2))[0]!.certain).toBe(false);
    expect(match({ name: 'Apple iPhone 16' }, shop.slice(0, 1))[0]!.certain).toBe(false);
    expect(match({ name: 'Bosch WAN28290' }, shop)[0]!).toMatchObject({ index: 8, certain: true });
  });

  test('a code that several makers use is certain only for the same maker', () => {
    const cards = ['Asus HD6870 1GB', 'Asus GT430 1GB', 'Asus GTX560 1GB', 'Sapphire GT430 1GB'];
    const more = ['Sapphire HD5450 1GB', 'Sapphire HD6950 1GB'];
    const offers = [...cards, ...more].map((name) => ({ name }));
    expect(match({ name: 'Asus HD6870 1GB graphics card' }, offers)[0]).toMatchObject({
      index: 0,
      certain: true,
    });
    const [other] = match({ name: 'Sapphire HD6870 1GB graphics card' }, offers);
    expect(other).toMatchObject({ index: 0, certain: false });
  });

  test('what was filled or made again is not certainly the original', () => {
    const offer = { name: 'HP 58 photo cartridge C6658AN remanufactured' };
    const [found] = match({ name: 'HP 58 photo cartridge C6658AN' }, [offer, ...shop]);
    expect(found).toMatchObject({ index: 0, certain: false });
  });

  test.each([
    ['Philips Sonicare 4100 HX3681', ['duopack', 'twin-pack']],
    [
      'Apple iPhone 15 128GB',
      ['as new', 'zo goed als nieuw', 'как новый', 'open box', 'demo', 'Grade A', 'CPO', 'huur'],
    ],
    ['Apple iPhone 15 128GB', ['met abonnement', 'eSIM']],
    ['Makita DDF485 accuboormachine', ['body', 'zonder accu', 'solo', '2x 4.0Ah', 'voordeelpak']],
    ['Samsung 990 Pro 1TB', ['met heatsink']],
    ['Dyson V15 Detect', ['Absolute', 'Animal']],
    ['Logitech MX Keys', ['QWERTZ']],
    ['Стиральная машина Bosch WAN28290', ['с дефектом']],
  ])('%s is certain, but not with another word that makes it another thing', (name, others) => {
    expect(match({ name }, [{ name }])[0]!.certain).toBe(true);
    for (const more of others) {
      const [found] = match({ name }, [{ name: `${name} ${more}` }]);
      expect([more, found!.certain]).toEqual([more, false]);
    }
  });

  test('what is used stays used, whatever else is said of it', () => {
    const [found] = match({ name: 'Canon EOS R50 body' }, [{ name: 'Canon EOS R50 refurbished body' }]);
    expect(found!.certain).toBe(false);
  });

  test('a size is the same in any unit', () => {
    const [found] = match({ name: 'Lavazza Crema 1 kg' }, [{ name: 'Lavazza Crema 1000 g' }]);
    expect(found!.certain).toBe(true);
  });

  test('5G is a connection and no weight', () => {
    const offers = [{ name: 'Samsung Galaxy A54 LTE 128GB' }, { name: 'Samsung Galaxy A54 128GB' }];
    const found = match({ name: 'Samsung Galaxy A54 5G 128GB' }, offers);
    expect(found.map(({ certain }) => certain)).toEqual([false, false]);
    const reasons = found.flatMap((one) => one.reasons.map(({ says }) => says()));
    expect(reasons).toContain('5g not stated');
    expect(reasons.filter((text) => text.includes('kg'))).toEqual([]);
  });

  test('an EAN decides, but not over a used one', () => {
    const offers = [
      { name: 'Nothing alike', ean: '4006381333931' },
      { name: 'Something else' },
      { name: 'Nothing alike', ean: 4006381333931, condition: 'Refurbished' },
    ];
    const ranked = match({ name: 'Stabilo pen', ean: '4006381333931' }, offers);
    expect(ranked[0]).toMatchObject({ index: 0, certain: true });
    expect(ranked.find(({ index }) => index === 2)?.certain).toBe(false);
  });

  test('any text is matched without an error', () => {
    for (const name of ['', ' ', '---', '((', '5', '"', "''", '\u0000', 'x'.repeat(5_000), '😀', 'ЁЙ'])
      expect(Array.isArray(match({ name }, [...shop, { name }]))).toBe(true);
    expect(match({ name: 'x' }, [])).toEqual([]);
  });
});
