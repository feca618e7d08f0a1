// What the text of a destination means: a city, a region, a country, a district, an airport, a landmark, a hotel, a theme
// or a point. "hotel in Amsterdam" is Amsterdam; "amster" is too. If one name means several things, the first kind wins.
import type { destinationKinds } from '../../../src/operations/stays/lists';
import { plain } from '../../search/words';
import { destinations } from './destinations';
import type { Hotel } from './hotel';

export type Kind = (typeof destinationKinds)[number];

export interface SearchPlace {
  readonly kind: Kind;
  readonly id: number;
  readonly names: readonly string[];
  holds(hotel: Hotel): boolean;
}

const wordForm = (text: string): string => (plain(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

export function makePlaces(hotels: readonly Hotel[]): SearchPlace[] {
  const cities = destinations.map((city): SearchPlace => ({
    kind: 'CITY',
    id: city.id,
    names: [city.name, ...city.otherNames],
    holds: ({ destination }) => destination === city,
  }));
  const regions = destinations.map((city, i): SearchPlace => ({
    kind: 'REGION',
    id: 8000 + i,
    names: [city.region],
    holds: ({ destination }) => destination.region === city.region,
  }));
  const countries = [...new Set(destinations.map(({ country }) => country))].map(
    (country, i): SearchPlace => ({
      kind: 'COUNTRY',
      id: 9000 + i,
      names: destinations.find((city) => city.country === country)?.countryNames ?? [country],
      holds: ({ destination }) => destination.country === country,
    }),
  );
  const districts = destinations.flatMap((city) =>
    city.districts.map(({ id, name }): SearchPlace => ({
      kind: 'DISTRICT',
      id,
      names: [name, `${name} ${city.name}`],
      holds: ({ district }) => district.id === id,
    })),
  );
  const airports = destinations.map((city): SearchPlace => ({
    kind: 'AIRPORT',
    id: city.airport.id,
    names: [city.airport.name, city.airport.code, `${city.name} Airport`],
    holds: ({ destination }) => destination === city,
  }));
  const landmarks = destinations.flatMap((city) =>
    city.landmarks.map(({ id, name }): SearchPlace => ({
      kind: 'LANDMARK',
      id,
      names: [name],
      holds: ({ landmarks: near }) => near.includes(id),
    })),
  );
  const houses = hotels.map((house): SearchPlace => ({
    kind: 'HOTEL',
    id: house.id,
    names: [house.name, `${house.name} ${house.destination.name}`],
    holds: (hotel) => hotel === house,
  }));
  return [...cities, ...regions, ...countries, ...districts, ...airports, ...landmarks, ...houses, ...themes];
}

const themes: readonly SearchPlace[] = [
  {
    kind: 'THEME',
    id: 9501,
    names: ['beach', 'strand', 'plage'],
    holds: (hotel) => hotel.metersFromBeach !== null,
  },
  {
    kind: 'THEME',
    id: 9502,
    names: ['romantic'],
    holds: (hotel) => (hotel.score ?? 0) >= 8.5 && !hotel.room.isHome,
  },
  { kind: 'THEME', id: 9503, names: ['budget', 'backpacking'], holds: (hotel) => hotel.basePrice < 60 },
  { kind: 'THEME', id: 9504, names: ['luxury'], holds: (hotel) => hotel.stars === 5 },
];

/** Undefined: not found. */
export function findPlace(
  places: readonly SearchPlace[],
  {
    destination,
    id,
    kind,
  }: { destination?: string | undefined; id?: number | undefined; kind?: Kind | undefined },
): SearchPlace | undefined {
  const open = kind ? places.filter((place) => place.kind === kind) : places;
  if (id !== undefined) return open.find((place) => place.id === id);
  if (destination === undefined) return undefined;
  const point = kind === undefined || kind === 'LATLONG' ? pointOf(destination) : undefined;
  if (point) return point;
  const text = wordForm(destination);
  if (text === '') return undefined;
  const named = (test: (name: string) => boolean) =>
    open.find(({ names }) => names.some((name) => test(wordForm(name))));
  return (
    named((name) => name === text) ??
    named((name) => name.length > 2 && ` ${text} `.includes(` ${name} `)) ??
    (text.length >= 3 ? named((name) => name.startsWith(text)) : undefined)
  );
}

/** `52.37,4.90`: what lies within 15 km. */
function pointOf(text: string): SearchPlace | undefined {
  const [, latitude, longitude] =
    /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  const [lat, lon] = [Number(latitude), Number(longitude)];
  const kilometres = (hotel: Hotel): number =>
    Math.hypot(hotel.latitude - lat, (hotel.longitude - lon) * Math.cos((lat * Math.PI) / 180)) * 111;
  return { kind: 'LATLONG', id: 0, names: [], holds: (hotel) => kilometres(hotel) <= 15 };
}
