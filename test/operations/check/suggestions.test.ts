// What is suggested for a value that a closed list does not have: by meaning first, and nothing rather than nonsense.
import type { OperationId } from '../../../src/operations';
import { checkRequest } from '../../../src/operations/check/request';
import { smallestRequest } from '../fixtures';

function said(id: OperationId, name: string, value: unknown): string {
  const checked = checkRequest(id, { ...smallestRequest(id), [name]: value });
  if (checked.ok) throw new Error('accepted');
  return checked.faults[0]!.message;
}

it.each<[OperationId, string, unknown, string]>([
  ['stays', 'language', 'en', 'Did you mean en-gb or en-us?'],
  ['stays', 'language', 'english', 'Did you mean en-gb or en-us?'],
  ['stays', 'language', 'en-au', 'Did you mean en-gb or en-us?'],
  ['stays', 'language', 'German', 'Did you mean de?'],
  ['stays', 'language', 'Deutsch', 'Did you mean de?'],
  ['stays', 'language', 'pt', 'Did you mean pt-br or pt-pt?'],
  ['stays', 'currency', '€', 'Did you mean EUR?'],
  ['stays', 'currency', '$', 'Did you mean USD, AUD or CAD?'],
  ['stays', 'currency', 'euros', 'Did you mean EUR?'],
  ['stays', 'currency', 'Swiss francs', 'Did you mean CHF?'],
  ['stays', 'sort', 'price', 'Did you mean price_low_to_high or price_high_to_low?'],
  ['stays', 'sort', 'cheapest', 'Did you mean price_low_to_high?'],
  ['stays', 'sort', 'price_asc', 'Did you mean price_low_to_high?'],
  ['stays', 'sort', 'rating', 'Did you mean top_reviewed?'],
  ['stays', 'min_review_score', 8, 'Did you mean very_good_8?'],
  ['stays', 'min_review_score', '9.5', 'The highest is wonderful_9.'],
  ['stays', 'property_amenities', ['pool'], 'Did you mean swimming_pool, indoor_pool or outdoor_pool?'],
  ['stays', 'property_types', ['flat'], 'Did you mean apartment?'],
  ['stays', 'star_ratings', ['6'], 'The highest is 5.'],
  ['stays', 'currency', 'A$', 'Did you mean AUD?'],
  ['stays', 'currency', 'R$', 'Did you mean BRL?'],
  ['stays', 'sort', 'high to low', 'Did you mean price_high_to_low or stars_high_to_low?'],
  ['stays', 'sort', 'most expensive first', 'Did you mean price_high_to_low?'],
  ['stays', 'bed_types', ['king size'], 'Did you mean king_bed?'],
  ['stays', 'booking_policies', ['no credit card'], 'Did you mean book_without_credit_card?'],
  ['stays', 'destination_kind', 'airport code', 'Did you mean AIRPORT?'],
  ['stays', 'property_amenities', ['ac'], 'Did you mean air_conditioning?'],
  ['stays', 'property_amenities', ['a/c'], 'Did you mean air_conditioning?'],
  ['stays', 'property_amenities', ['ev'], 'Did you mean electric_vehicle_charging?'],
  ['stays', 'property_amenities', ['sea'], 'Did you mean beachfront or beach?'],
  ['ruretail', 'sort', 'rating_desc', 'Did you mean rating?'],
  ['ruretail', 'sort', 'price', 'Did you mean price_asc or price_desc?'],
  ['ruretail', 'sort', 'cheapest', 'Did you mean price_asc?'],
  ['ruretail', 'sort', 'pirce_asc', 'Did you mean price_asc?'],
  ['ruretail', 'min_rating', '5', 'The highest is 4.5.'],
  ['ruretail', 'min_rating', 4.2, 'Did you mean 4.0 or 4.5?'],
  ['ruretail', 'min_discount', '50', 'The highest is 35.'],
  ['bizbureau', 'radius', 30, 'Did you mean 25 or 50?'],
  ['bizbureau', 'rating', 'A+', 'Did you mean A?'],
])('%s %s=%s', (id, name, value, says) => {
  expect(said(id, name, value)).toContain(says);
});

it.each<[OperationId, string, unknown]>([
  ['stays', 'language', 'xx'],
  ['stays', 'language', 'qqq'],
  ['stays', 'currency', 'zzz'],
  ['stays', 'sort', 'discount'],
  ['ruretail', 'sort', 'newest'],
  ['ruretail', 'sort', 'constructor'],
  ['stays', 'property_amenities', ['__proto__']],
  ['stays', 'property_amenities', ['x'.repeat(100_000)]],
])('%s %s=%s: nothing rather than nonsense', (id, name, value) => {
  expect(said(id, name, value)).not.toContain('Did you mean');
});
