// Where a search looks: a town, a ZIP code or a state. Distances are in miles.
import { plain } from '../../search/words';
import { metros, stateNames } from './metros';

export type Place =
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'point'; readonly latitude: number; readonly longitude: number };

const towns = metros.flatMap((metro) => metro.towns.map((town) => ({ ...town, state: metro.state })));

/** `Austin, TX`, `Austin`, `austin texas`, `78701`, `TX`, `Texas`; undefined if nothing matches. */
export function placeOf(location: string): Place | undefined {
  const text = plain(location)
    .replace(/[,\s]+/g, ' ')
    .trim();
  const zip = /\b\d{5}\b/.exec(text)?.[0];
  if (zip !== undefined) {
    const town =
      towns.find((known) => known.zip === zip) ??
      towns.find((known) => known.zip.startsWith(zip.slice(0, 3)));
    return town && { kind: 'point', latitude: town.latitude, longitude: town.longitude };
  }
  const town = towns.find(({ name, state }) =>
    [name, `${name} ${state}`, `${name} ${stateNames[state] ?? ''}`].some((form) => plain(form) === text),
  );
  if (town) return { kind: 'point', latitude: town.latitude, longitude: town.longitude };
  const state = Object.entries(stateNames).find(
    ([code, name]) => plain(code) === text || plain(name) === text,
  );
  return state && { kind: 'state', state: state[0] };
}

export function miles(
  a: { readonly latitude: number; readonly longitude: number },
  b: { readonly latitude: number; readonly longitude: number },
): number {
  const radians = Math.PI / 180;
  const x = (b.longitude - a.longitude) * radians * Math.cos(((a.latitude + b.latitude) / 2) * radians);
  const y = (b.latitude - a.latitude) * radians;
  return Math.hypot(x, y) * 3958.8;
}
