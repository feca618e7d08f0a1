// Every filter of the lodging search. Lists of what a place must have need all of it (amenities, activities,
// accessibility, policies, payments, groups); lists of what it may be need one of it (types, stars, meals, beds, numbers).
import type { OperationRequest } from '../../../src/operations';
import { has } from './facts';
import type { Hotel } from './hotel';
import type { Offer } from './offer';
import { propertyKinds } from './propertyKind';

export type StaysRequest = OperationRequest<'stays'>;

type Test = (hotel: Hotel, offer: Offer) => boolean;

export function filterOf(seed: number, request: StaysRequest): Test {
  const tests = [
    ...propertyTests(seed, request),
    ...roomTests(seed, request),
    ...bookingTests(seed, request),
  ];
  return (hotel, offer) => tests.every((test) => test(hotel, offer));
}

const listed = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0;

/** Identifiers come as numbers or as text. */
const oneOf = (
  ids: readonly (number | string)[] | undefined,
  of: (hotel: Hotel) => readonly (number | null)[],
): Test[] =>
  listed(ids)
    ? [(hotel) => of(hotel).some((id) => id !== null && ids.some((wanted) => String(wanted) === String(id)))]
    : [];

const allOf = (seed: number, scope: string, names: readonly string[] | undefined): Test[] =>
  listed(names) ? [(hotel) => names.every((name) => has(seed, hotel, `${scope}/${name}`))] : [];

const scores = { pleasant_6: 6, good_7: 7, very_good_8: 8, wonderful_9: 9 } as const;

function propertyTests(seed: number, request: StaysRequest): Test[] {
  const { property_types: types, star_ratings: stars, min_review_score: score } = request;
  const far = request.max_distance_from_center_meters;
  return [
    ...(listed(types) ? [(hotel: Hotel) => types.includes(hotel.type)] : []),
    ...(request.entire_homes_only ? [(hotel: Hotel) => propertyKinds[hotel.type].isHome] : []),
    ...(listed(stars) ? [(hotel: Hotel) => stars.some((star) => Number(star) === hotel.stars)] : []),
    ...(score ? [(hotel: Hotel) => (hotel.score ?? 0) >= scores[score]] : []),
    ...(request.sustainability_certified ? [(hotel: Hotel) => hotel.certifications.length > 0] : []),
    ...(far === undefined ? [] : [(hotel: Hotel) => hotel.metersFromCenter <= far]),
    ...oneOf(request.brand_ids, ({ brandId }) => [brandId]),
    ...oneOf(request.district_ids, ({ district }) => [district.id]),
    ...oneOf(request.landmark_ids, ({ landmarks }) => landmarks),
    ...oneOf(request.city_ids, ({ destination }) => [destination.id]),
    ...oneOf(request.sub_destination_ids, ({ subDestinationId }) => [subDestinationId]),
    ...allOf(seed, 'property', request.property_amenities),
    ...allOf(seed, 'property', request.activities),
    ...allOf(seed, 'property', request.property_accessibility),
  ];
}

function roomTests(seed: number, request: StaysRequest): Test[] {
  const { min_bedrooms = 0, min_beds = 0, min_bathrooms = 0, bed_types: beds } = request;
  return [
    ({ room }) =>
      (room.bedrooms ?? 0) >= min_bedrooms && room.beds >= min_beds && room.bathrooms >= min_bathrooms,
    ...(listed(beds) ? [({ room }: Hotel) => beds.includes(room.bedType)] : []),
    ...allOf(seed, 'room', request.room_amenities),
    ...allOf(seed, 'room', request.room_accessibility),
  ];
}

function bookingTests(seed: number, request: StaysRequest): Test[] {
  const {
    meal_plans: meals,
    booking_policies: policies,
    travel_groups: groups,
    children_ages: children,
  } = request;
  const { min_price_per_night: least, max_price_per_night: most } = request;
  const offersMeal: Test = ({ mealPlan, room }) =>
    meals?.some((plan) => (plan === 'kitchen_amenities' ? room.kitchens > 0 : plan === mealPlan)) ?? true;
  return [
    ...(listed(meals) ? [offersMeal] : []),
    ...(listed(policies)
      ? [(hotel: Hotel, offer: Offer) => policies.every((policy) => keeps(seed, policy, hotel, offer))]
      : []),
    ...(listed(groups) ? [(hotel: Hotel) => groups.every((group) => welcomes(seed, group, hotel))] : []),
    ...(listed(children) ? [(hotel: Hotel) => !has(seed, hotel, 'property/adults_only')] : []),
    ...(request.highly_rated_breakfast ? [(hotel: Hotel) => isPraisedForBreakfast(seed, hotel)] : []),
    ...(request.available_only ? [(_: Hotel, offer: Offer) => offer.total !== null] : []),
    ...(least === undefined
      ? []
      : [(_: Hotel, { perNight }: Offer) => perNight !== null && perNight >= least]),
    ...(most === undefined ? [] : [(_: Hotel, { perNight }: Offer) => perNight !== null && perNight <= most]),
    ...allOf(seed, 'booking', request.payment_options),
  ];
}

const isPraisedForBreakfast = (seed: number, hotel: Hotel): boolean =>
  (hotel.mealPlan !== null || has(seed, hotel, 'property/breakfast_options')) &&
  has(seed, hotel, 'breakfast/highly_rated');

function keeps(
  seed: number,
  policy: NonNullable<StaysRequest['booking_policies']>[number],
  hotel: Hotel,
  offer: Offer,
): boolean {
  if (policy === 'free_cancellation') return offer.freeCancellationUntil !== null;
  return policy === 'no_prepayment' ? hotel.hasNoPrepayment : has(seed, hotel, `booking/${policy}`);
}

const welcomes = (
  seed: number,
  group: NonNullable<StaysRequest['travel_groups']>[number],
  hotel: Hotel,
): boolean => has(seed, hotel, group === 'lgbtq_friendly' ? `group/${group}` : `property/${group}`);
