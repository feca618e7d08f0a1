// Hotels and homes, independent of dates.
import type { mealPlans } from '../../../src/operations/stays/lists';
import { at, Random } from '../../data/random';
import { slug } from '../../data/slug';
import { destinations, type Destination, type Part } from './destinations';
import type { Place } from './facts';
import { propertyKinds, type PropertyType } from './propertyKind';
import { roomOf, type Room } from './room';

export type MealPlan = Exclude<(typeof mealPlans)[number], 'kitchen_amenities'>;

export interface Hotel extends Place {
  readonly name: string;
  readonly alias: string;
  readonly destination: Destination;
  readonly type: PropertyType;
  readonly stars: number | null;
  readonly score: number | null;
  readonly reviewCount: number;
  readonly brandId: number | null;
  readonly district: Part;
  readonly landmarks: readonly number[];
  readonly subDestinationId: number;
  readonly metersFromCenter: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string | null;
  /** Euros a night for two in a middling season. */
  readonly basePrice: number;
  readonly room: Room;
  readonly mealPlan: MealPlan | null;
  readonly isFlexible: boolean;
  readonly hasNoPrepayment: boolean;
  readonly petsFree: boolean;
  readonly certifications: readonly string[];
  readonly hostLabel: string | null;
  readonly transport: string | null;
  readonly metersFromBeach: number | null;
  readonly popularity: number;
}

const brands: readonly Part[] = [
  'Harbour & Co',
  'Northline',
  'Casa Verde',
  'Meridian House',
  'Tulip Collection',
  'Urban Nest',
  'Grand Arcade',
  'Lumen Stay',
].map((name, i) => ({ id: 1001 + i, name }));

const words =
  'Bellevue,Central,Garden,Riverside,Royal,Old Town,Sunset,Park,Station,Museum,Aurora,Lighthouse,Golden Lion,Blue Door,Cathedral,Opera,Terrace,Maple,Atlas,Juniper,Market Square,Canal View,Grand,Petit,Nova,Lumière,Palm,Hillside,Orchard,Anchor,Fountain,Courtyard'.split(
    ',',
  );
const streets =
  'Market Street,Station Road,Church Lane,Park Avenue,Harbour Street,Museum Square,Garden Road,King Street'.split(
    ',',
  );
const certificates = ['Green Key', 'GSTC Criteria', 'EU Ecolabel', 'Travelife Gold', 'EarthCheck'];

const starShares = [
  [1, 3],
  [2, 10],
  [3, 38],
  [4, 34],
  [5, 15],
] as const;
const mealPlanShares: readonly (readonly [MealPlan | null, number])[] = [
  [null, 45],
  ['breakfast_included', 32],
  ['breakfast_and_dinner', 8],
  ['breakfast_and_lunch', 3],
  ['all_meals_included', 5],
  ['all_inclusive', 7],
];

const hotelsOfDestination = 40;

const ordinary = Object.entries(propertyKinds).map(
  ([type, { share }]) => [type as PropertyType, share] as const,
);

export const makeHotels = (seed: number): Hotel[] =>
  destinations.flatMap((destination, d) =>
    Array.from({ length: hotelsOfDestination }, (_, n) => makeHotel(seed, destination, d, n)),
  );

function makeHotel(seed: number, destination: Destination, d: number, n: number): Hotel {
  const id = 410_000 + d * 1000 + n * 7;
  const random = Random.of(seed, 'stays', id);
  // Places known for a kind of lodging have it, whatever the dice say.
  const type =
    n < destination.special.length * 2
      ? (at(destination.special, n) as PropertyType)
      : random.weighted(ordinary);
  const kind = propertyKinds[type];
  const stars = kind.isStarred && random.chance(0.95) ? random.weighted(starShares) : null;
  const score = random.chance(0.94)
    ? Math.round(Math.min(9.8, random.between(5.6, 9.2) + (stars ?? 3) * 0.14) * 10) / 10
    : null;
  const district = random.pick(destination.districts);
  // Districts are listed from the centre outwards.
  const meters = 150 + destination.districts.indexOf(district) * 850 + random.next() * 1_400;
  // As exact as the card shows it, so that a card never contradicts the filter.
  const metersFromCenter = meters < 1_000 ? Math.round(meters / 10) * 10 : Math.round(meters / 100) * 100;
  const angle = random.between(0, 2 * Math.PI);
  const brand = kind.isStarred && random.chance(0.35) ? random.pick(brands) : null;
  const title = kind.name.replace(
    '{}',
    `${at(words, n * 5 + d * 3)}${random.chance(0.5) ? ` ${destination.name}` : ''}`,
  );
  const name = brand ? `${brand.name} ${title}` : title;
  const room = roomOf(type, kind.isHome, random);
  const petsFree = random.chance(0.12);
  return {
    id,
    name,
    alias: slug(`${name} ${district.name}`),
    destination,
    type,
    stars,
    score,
    reviewCount: score === null ? 0 : Math.ceil(random.next() ** 2 * 6_000),
    brandId: brand?.id ?? null,
    district,
    landmarks: destination.landmarks.filter(() => random.chance(0.3)).map((landmark) => landmark.id),
    subDestinationId: at(destination.subDestinations, Math.floor((angle / (2 * Math.PI)) * 4)).id,
    metersFromCenter,
    latitude: round(destination.latitude + (Math.cos(angle) * metersFromCenter) / 111_000),
    longitude: round(
      destination.longitude +
        (Math.sin(angle) * metersFromCenter) / 111_000 / Math.cos((destination.latitude * Math.PI) / 180),
    ),
    address: random.chance(0.95) ? `${random.int(1, 240)} ${random.pick(streets)}, ${district.name}` : null,
    basePrice:
      destination.level *
      kind.factor *
      (0.55 + (stars ?? 3) * 0.17) *
      random.between(0.75, 1.35) *
      room.factor,
    room,
    mealPlan: kind.isHome ? null : random.weighted(mealPlanShares),
    isFlexible: random.chance(0.62),
    hasNoPrepayment: random.chance(0.45),
    petsFree,
    certifications: random.chance(0.22) ? random.some(certificates, random.int(1, 2)) : [],
    hostLabel: kind.isHome
      ? random.pick(['Managed by a private host', 'Managed by a professional host'])
      : null,
    transport: random.chance(0.6)
      ? `${random.pick(['Metro', 'Tram', 'Bus', 'Train'])} ${random.int(1, 14) * 50} m`
      : null,
    metersFromBeach: destination.isCoastal && random.chance(0.7) ? random.int(1, 60) * 100 : null,
    popularity: random.next(),
    comfort: 0.55 + (stars ?? 2.5) * 0.14,
    known: knownFacts(room, petsFree, type, metersFromCenter),
  };
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function knownFacts(
  room: Room,
  petsFree: boolean,
  type: PropertyType,
  meters: number,
): Record<string, boolean> {
  return {
    ...(petsFree && { 'property/pet_friendly': true }),
    ...(type === 'love_hotel' && { 'property/adults_only': true }),
    'room/kitchen': room.kitchens > 0,
    ...(type === 'ryokan' && { 'room/tatami': true, 'room/yukata': true, 'property/public_bath': true }),
    ...(meters > 4_500 && { 'room/city_view': false }),
  };
}
