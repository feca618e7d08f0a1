// What a property or a room offers, decided by chance of its own name, so that the 547 amenities and activities of 1,300
// places need no storage. One fact has one value, whichever filter asks: an amenity, an activity or an accessibility.
import { fraction } from '../../data/random';

export interface Place {
  readonly id: number;
  /** Better places offer more: about 0.6 to 1.3. */
  readonly comfort: number;
  /** Facts that follow from the record itself. */
  readonly known: Readonly<Record<string, boolean>>;
}

/** How often an average property has it; what is not listed gets a chance between 5 and 45 percent. */
const common: Readonly<Record<string, number>> = {
  'property/free_wifi': 0.82,
  'property/wifi_in_all_areas': 0.7,
  'property/front_desk_24h': 0.6,
  'property/parking': 0.3,
  'property/non_smoking_rooms': 0.8,
  'property/heating': 0.75,
  'property/air_conditioning': 0.65,
  'property/elevator': 0.55,
  'property/restaurant': 0.45,
  'property/bar': 0.5,
  'property/baggage_storage': 0.6,
  'property/daily_housekeeping': 0.6,
  'property/fitness_center': 0.35,
  'property/pet_friendly': 0.3,
  'property/adults_only': 0.06,
  'property/casino': 0.03,
  'property/smoke_free_property': 0.5,
  'property/terrace': 0.4,
  'property/garden': 0.35,
  'property/security_24h': 0.5,
  'room/private_bathroom': 0.85,
  'room/shower': 0.85,
  'room/toilet': 0.85,
  'room/tv': 0.75,
  'room/flat_screen_tv': 0.7,
  'room/hairdryer': 0.8,
  'room/towels': 0.85,
  'room/linens': 0.85,
  'room/air_conditioning': 0.6,
  'room/heating': 0.8,
  'room/desk': 0.65,
  'room/wireless_internet': 0.8,
  'room/free_toiletries': 0.7,
  'room/wardrobe_or_closet': 0.7,
  'room/electric_kettle': 0.5,
  'room/balcony': 0.25,
  'room/tea_or_coffee_maker': 0.45,
  'room/refrigerator': 0.5,
  'booking/online_payments': 0.7,
  'booking/apple_pay': 0.3,
  'booking/book_without_credit_card': 0.35,
  'group/lgbtq_friendly': 0.4,
  'breakfast/highly_rated': 0.3,
};

/** A place that has one of these has the fact as well. */
const follows: Readonly<Record<string, readonly string[]>> = {
  'property/wifi': ['property/free_wifi', 'property/paid_wifi', 'property/wifi_in_all_areas'],
  'property/internet': ['property/wifi'],
  'property/parking': [
    'property/free_parking',
    'property/private_parking',
    'property/valet_parking',
    'property/parking_garage',
  ],
  'property/swimming_pool': [
    'property/indoor_pool',
    'property/outdoor_pool',
    'property/rooftop_pool',
    'property/infinity_pool',
  ],
  'property/airport_shuttle': ['property/airport_shuttle_free'],
  'property/fitness': ['property/fitness_center'],
  'room/tv': ['room/flat_screen_tv'],
  'room/internet_facilities': ['room/wireless_internet'],
  'room/kitchen_or_kitchenette': ['room/kitchen', 'room/kitchenette'],
  'room/bath_or_shower': ['room/bath', 'room/shower'],
  'room/coffee_or_tea_maker': ['room/tea_or_coffee_maker', 'room/coffee_machine'],
};

/** The same thing under two names of the document. */
const sameAs: Readonly<Record<string, string>> = {
  'property/spa_and_wellness_center': 'property/spa_and_wellness',
  'property/live_music': 'property/live_music_or_performance',
  'room/ground_floor_unit': 'room/entire_unit_located_on_ground_floor',
  'room/bathroom_emergency_cord': 'room/emergency_cord_in_bathroom',
};

export function has(seed: number, place: Place, name: string): boolean {
  const fact = sameAs[name] ?? name;
  const known = place.known[fact];
  if (known !== undefined) return known;
  const chance = (common[fact] ?? 0.05 + 0.4 * fraction('fact', fact)) * place.comfort;
  if (fraction(seed, place.id, fact) < chance) return true;
  return follows[fact]?.some((reason) => has(seed, place, reason)) ?? false;
}
