// The lodging search: finds the place, leaves out who does not fit, filters, orders, counts.
import { Problem } from '../../contract/problem';
import type { Source } from '../../contract/source';
import { cardOf } from './card';
import { filterOf } from './filter';
import { makeHotels } from './hotel';
import { fits, offerOf, stayOf } from './offer';
import { orders } from './order';
import { phrasesOf } from './phrases';
import { findPlace, makePlaces } from './place';

export function staysSource(seed: number): Source<'stays'> {
  const hotels = makeHotels(seed);
  const places = makePlaces(hotels);
  return {
    size: hotels.length,
    records(request, context) {
      const { destination, destination_id: id, destination_kind: kind } = request;
      const place = findPlace(places, { destination, id, kind });
      if (!place) throw new Problem(412, `Destination not found: ${destination ?? id}.`);
      const stay = stayOf(request, context.day);
      const passes = filterOf(seed, request);
      const phrases = phrasesOf(request.language);
      return hotels
        .filter((hotel) => place.holds(hotel) && fits(hotel, stay))
        .map((hotel) => ({ hotel, offer: offerOf(seed, hotel, stay) }))
        .filter(({ hotel, offer }) => passes(hotel, offer))
        .sort(orders[request.sort ?? 'top_picks'])
        .slice(0, request.count)
        .map(({ hotel, offer }) => cardOf(seed, hotel, offer, stay.currency, phrases, context));
    },
  };
}
