// The business directory. Without a location it searches the country; with a town or a ZIP code, 50 miles around it
// unless the radius says otherwise. The grade filter takes the letter with its + and −.
import type { OperationRecord } from '../../../src/operations';
import { weekly } from '../../data/day';
import { slug } from '../../data/slug';
import { TextIndex } from '../../search/textIndex';
import type { Source, SourceContext } from '../../contract/source';
import { makeBusinesses, type Business } from './business';
import { miles, placeOf, type Place } from './place';

const site = 'https://www.bizbureau.example';

export function bizbureauSource(seed: number): Source<'bizbureau'> {
  const businesses = makeBusinesses(seed);
  const index = new TextIndex();
  businesses.forEach((business, number) => {
    index.add(number, business.trade, 3);
    index.add(number, `${business.name} ${business.words}`, 2);
    index.add(number, business.categories.join(' '), 1);
  });

  return {
    size: businesses.length,
    records(request, context) {
      const { keyword = '', location = '', accredited_only, rating, radius, count } = request;
      const place = location.trim() === '' ? null : placeOf(location);
      if (place === undefined) return [];
      const hits: { business: Business; score: number; distance: number }[] = [];
      for (const [number, score] of index.find(keyword)) {
        const business = businesses[number];
        if (!business) continue;
        if (accredited_only && !business.isAccredited) continue;
        if (rating !== undefined && !business.grade?.startsWith(rating)) continue;
        const distance = distanceTo(business, place);
        if (distance > Number(radius ?? 50)) continue;
        hits.push({ business, score, distance });
      }
      return hits
        .sort(
          (a, b) =>
            b.score - a.score ||
            Number(b.business.isAccredited) - Number(a.business.isAccredited) ||
            a.distance - b.distance ||
            a.business.id.localeCompare(b.business.id),
        )
        .slice(0, count)
        .map(({ business }) => resultOf(seed, business, context));
    },
  };
}

function distanceTo(business: Business, place: Place | null): number {
  if (!place) return 0;
  if (place.kind === 'point') return miles(place, business);
  return business.metro.state === place.state ? 0 : Infinity;
}

function resultOf(
  seed: number,
  business: Business,
  { day, image }: SourceContext,
): OperationRecord<'bizbureau'> {
  const { town, metro } = business;
  const page = `${site}/us/${metro.state.toLowerCase()}/${slug(town.name)}/profile/${slug(business.trade)}/${slug(business.name)}-${business.id}`;
  return {
    '@type': 'BizbureauBusinessSearchResult',
    id: business.id,
    name: business.name,
    image: business.hasImage ? image('bizbureau', business.id) : null,
    bbb_rating: business.grade,
    is_accredited: business.isAccredited,
    phone: business.phone,
    category: business.trade,
    categories: business.categories.map((name) => ({ name, url: `${site}/us/category/${slug(name)}` })),
    address: business.address,
    city: town.name,
    state: metro.state,
    zip_code: town.zip,
    rating_score:
      business.score === null
        ? null
        : weekly(seed, business.id, business.score, { day, best: 5, step: 0.01 }),
    bbb_name: `Bureau serving ${metro.bureau}`,
    profile_url: page,
    local_profile_url: business.address === null ? null : `${page}#locations`,
  };
}
