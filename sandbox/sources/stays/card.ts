// A hotel and its offer as the record the service document shows.
import type { OperationRecord } from '../../../src/operations';
import type { SourceContext } from '../../contract/source';
import { grown } from '../../data/day';
import { money, type Currency } from './exchange';
import { has } from './facts';
import type { Hotel } from './hotel';
import type { Offer } from './offer';
import type { Phrases } from './phrases';
import { propertyKinds } from './propertyKind';

const site = 'https://www.stays.example';

export function cardOf(
  seed: number,
  hotel: Hotel,
  offer: Offer,
  currency: Currency,
  phrases: Phrases,
  { day, image }: SourceContext,
): OperationRecord<'stays'> {
  const { destination, room, stars } = hotel;
  const amount = (value: number | null) => (value === null ? null : money(value, currency));
  return {
    '@type': 'StaysHotelCard',
    id: hotel.id,
    alias: hotel.alias,
    country_code: destination.countryCode,
    name: hotel.name,
    url: `${site}/hotel/${destination.countryCode}/${hotel.alias}.html`,
    accommodation_type_id: propertyKinds[hotel.type].number,
    star_rating: stars,
    star_rating_symbol: stars === null ? null : hotel.type === 'hotel' ? 'stars' : 'circles',
    review: reviewOf(hotel, grown(seed, hotel.id, hotel.reviewCount, day), phrases),
    address: hotel.address,
    city: destination.name,
    destination_id: destination.id,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    display_location: `${hotel.district.name}, ${destination.name}`,
    district: hotel.district.name,
    distance_from_center: `${distance(hotel.metersFromCenter)} ${phrases.center}`,
    public_transport: hotel.transport,
    beach_distance: hotel.metersFromBeach === null ? null : distance(hotel.metersFromBeach),
    is_centrally_located: hotel.metersFromCenter < 1_500,
    image: has(seed, hotel, 'card/image') || hotel.popularity > 0.1 ? image('stays', hotel.id) : null,
    price: amount(offer.total),
    price_per_night: amount(offer.perNight),
    price_before_discount: amount(offer.beforeDiscount),
    excluded_charges: amount(offer.excluded),
    room_id: room.id,
    room_name: room.name,
    bedroom_count: room.bedrooms,
    bathroom_count: room.bathrooms,
    bed_count: room.beds,
    kitchen_count: room.kitchens,
    living_room_count: room.livingRooms,
    area: room.area,
    area_unit: room.area === null ? null : 'm²',
    meal_plan: hotel.mealPlan === null ? null : phrases.meals[hotel.mealPlan],
    free_cancellation_until: offer.freeCancellationUntil,
    availability_message: availabilityOf(offer),
    has_free_cancellation: offer.freeCancellationUntil !== null,
    has_no_prepayment: hotel.hasNoPrepayment,
    allows_pets_for_free: hotel.petsFree,
    is_sustainable: hotel.certifications.length > 0,
    sustainability_certifications: hotel.certifications.map((name) => ({ name })),
    host_trader_label: hotel.hostLabel,
  };
}

function reviewOf({ score }: Hotel, reviewCount: number, { scores }: Phrases) {
  if (score === null) return null;
  const band = Math.min(4, Math.max(0, 9 - Math.floor(score)));
  return { '@type': 'StaysReviewScore', score, review_count: reviewCount, label: scores[band] ?? scores[4] };
}

const distance = (meters: number): string =>
  meters < 1_000 ? `${meters} m` : `${(meters / 1000).toFixed(1)} km`;

function availabilityOf({ total, roomsLeft }: Offer): string | null {
  if (total === null) return 'Sold out for your dates';
  if (roomsLeft === null) return null;
  return roomsLeft === 1 ? 'Only 1 room left at this price' : `Only ${roomsLeft} rooms left at this price`;
}
