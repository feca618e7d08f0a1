// The weekly valuation of one flat. `hk` and the other Chinese codes give Chinese texts, everything else English ones.
import type { OperationRecord } from '../../../src/operations';
import { drift, mondayOf, secondsOf } from '../../data/day';
import { hash, Random } from '../../data/random';
import { slug } from '../../data/slug';
import { Problem } from '../../contract/problem';
import type { Source, SourceContext } from '../../contract/source';
import type { Bilingual } from './estates';
import { makeUnits, referenceForm, type Unit } from './unit';

type Valuation = OperationRecord<'hkproperty'>;

const site = 'https://www.hkproperty.example';
const chinese = /^(hk|zh|tc|sc|cn)\b/i;

const facilities: readonly Bilingual[] = [
  { en: 'Clubhouse', zh: '會所' },
  { en: 'Swimming pool', zh: '游泳池' },
  { en: 'Gym', zh: '健身室' },
  { en: 'Tennis court', zh: '網球場' },
  { en: 'Playground', zh: '兒童遊樂場' },
  { en: 'Car park', zh: '停車場' },
  { en: 'Badminton court', zh: '羽毛球場' },
];
const labels: readonly Bilingual[] = [
  { en: 'Large estate', zh: '大型屋苑' },
  { en: 'Near MTR', zh: '鄰近港鐵' },
  { en: 'Sea view', zh: '海景' },
  { en: 'Low density', zh: '低密度' },
];
const parks: readonly Bilingual[] = [
  { en: 'Riverside Park', zh: '海濱公園' },
  { en: 'Central Playground', zh: '中央遊樂場' },
];

export function hkpropertySource(seed: number): Source<'hkproperty'> {
  const units = makeUnits(seed);
  return {
    size: units.size,
    records(request, context) {
      const reference = (request.unit ?? '').trim().toUpperCase();
      if (!referenceForm.test(reference)) {
        throw new Problem(400, 'unit is not a property reference number (such as TKS-01-12-B).');
      }
      const unit = units.get(reference);
      if (!unit)
        throw new Problem(412, `No valuation exists for the property reference number ${reference}.`);
      return [valuationOf(seed, unit, chinese.test(request.lang ?? 'en') ? 'zh' : 'en', context)];
    },
  };
}

/** Whole dollars per square foot in a week, so that price = area × price per sq ft holds to the dollar. */
const perSqft = (seed: number, unit: Unit, monday: number): number =>
  Math.round(unit.estate.pricePerSqft * unit.quality * drift(seed, unit.reference, monday, 0.025));

/** Hours from universal time. */
const hongKong = 8;

const percent = (now: number, before: number): number => Math.round((now / before - 1) * 10_000) / 100;

const bound = (price: number, share: number): number => Math.round((price * share) / 1000) * 1000;

function valuationOf(seed: number, unit: Unit, lang: 'en' | 'zh', { day, image }: SourceContext): Valuation {
  const { estate, reference, area } = unit;
  const monday = mondayOf(day);
  // Valued weekly, and compared with the valuation of a month ago.
  const psf = perSqft(seed, unit, monday);
  const [price, monthAgo] = [area * psf, area * perSqft(seed, unit, monday - 28)];
  const spread = 0.04 + (hash(seed, reference, 'spread') % 40) / 1000;
  const low = [bound(price, 1 - spread), bound(monthAgo, 1 - spread)] as const;
  const high = [bound(price, 1 + spread), bound(monthAgo, 1 + spread)] as const;
  const h = hash(estate.code, 'estate');
  return {
    '@type': 'HkpropertyValuation',
    id: `V${hash(seed, reference) % 100_000_000}`,
    unit_code: reference,
    building_type_code: h % 5 === 0 ? 'S' : 'E',
    estate_name: estate.name[lang],
    unit_address: addressOf(unit, lang),
    location: estate.district[lang],
    estate_url: `${site}/${lang}/estate/${slug(estate.name.en)}`,
    valuation_at: secondsOf(monday, hongKong),
    previous_valuation_at: secondsOf(monday - 7, hongKong),
    price,
    price_change_percent: percent(price, monthAgo),
    min_price: low[0],
    max_price: high[0],
    min_price_change_percent: percent(...low),
    max_price_change_percent: percent(...high),
    saleable_area: area,
    saleable_price_per_sqft: psf,
    building_group_id: estate.phases > 1 ? `${estate.code}-P${1 + (unit.tower % estate.phases)}` : null,
    building_group_name:
      estate.phases > 1
        ? lang === 'zh'
          ? `第${1 + (unit.tower % estate.phases)}期`
          : `Phase ${1 + (unit.tower % estate.phases)}`
        : null,
    developer: estate.developer,
    management_company: h % 4 === 0 ? null : `${estate.developer} Property Management`,
    phase_count: estate.phases,
    building_count: estate.towers,
    unit_count: estate.flats,
    is_pet_friendly: h % 3 === 0 ? null : h % 3 === 1,
    ...surroundings(seed, unit, lang),
    image: h % 6 === 0 ? null : image('hkproperty', estate.code),
  };
}

function addressOf({ estate, tower, floor, flat }: Unit, lang: 'en' | 'zh'): string {
  return lang === 'zh'
    ? `${estate.district.zh}${estate.street.zh} ${estate.name.zh} 第${tower}座 ${floor}樓 ${flat}室`
    : `Flat ${flat}, ${floor}/F, Tower ${tower}, ${estate.name.en}, ${estate.street.en}, ${estate.district.en}`;
}

/** Elements of the lists are of shapes the document does not show: text here, objects with a name there. */
function surroundings(seed: number, { estate, reference }: Unit, lang: 'en' | 'zh'): Partial<Valuation> {
  const random = Random.of(seed, 'surroundings', estate.code);
  const shift = (hash(reference) % 100) / 200_000;
  const nearby = [
    ...(estate.mtr ? [{ type: 'mtr', name: estate.mtr[lang], walk_minutes: random.int(2, 14) }] : []),
    ...(estate.mall ? [{ type: 'mall', name: estate.mall, walk_minutes: random.int(1, 9) }] : []),
    { type: 'park', name: random.pick(parks)[lang], walk_minutes: random.int(3, 15) },
    {
      type: 'carpark',
      name: lang === 'zh' ? `${estate.name.zh}停車場` : `${estate.name.en} Car Park`,
      walk_minutes: 1,
    },
  ];
  return {
    facilities: random.some(facilities, random.int(2, 6)).map((facility) => facility[lang]),
    category_labels: random.some(labels, random.int(0, 3)).map((label) => label[lang]),
    shopping_mall: estate.mall,
    nearby_places: nearby,
    school_net: random.chance(0.06)
      ? null
      : {
          '@type': 'HkpropertySchoolNet',
          primary_school_net: estate.primaryNet,
          primary_school_url: `${site}/${lang}/schools/primary/${estate.primaryNet}`,
          secondary_school_district: estate.secondaryDistrict,
          secondary_school_url: `${site}/${lang}/schools/secondary/${slug(estate.secondaryDistrict)}`,
        },
    latitude: Math.round((estate.latitude + shift) * 1e6) / 1e6,
    longitude: Math.round((estate.longitude - shift) * 1e6) / 1e6,
  };
}
