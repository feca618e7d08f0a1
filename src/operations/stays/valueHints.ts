// How people name the values of the lodging search. aliases.json: other words, symbols and abbreviations for the values of a short
// list. synonyms.json: words for what a list may hold. A part that is a whole value is what most people mean by the word: such
// values come first, in this order. Any other part with an underscore must stand in the value as it is.
import type { ValueHints } from '../table/operation';
import aliases from './aliases.json';
import * as lists from './lists';
import synonyms from './synonyms.json';

export const staysHints: ValueHints = {
  labels: {
    front_desk_24h: '24-hour front desk',
    security_24h: '24-hour security',
    ski_in_ski_out_access: 'Ski-in/ski-out access',
    misc_parking: 'Other parking',
    parking_on_site: 'On-site parking',
    atm_on_site: 'ATM on site',
    shuttle_service_free: 'Shuttle service (free)',
    shuttle_service_paid: 'Shuttle service (paid)',
    airport_shuttle_free: 'Airport shuttle (free)',
    bicycle_rental_paid: 'Bicycle rental (paid)',
    vending_machine_drinks: 'Vending machine (drinks)',
    vending_machine_snacks: 'Vending machine (snacks)',
    towels_or_sheets_extra_fee: 'Towels or sheets (extra fee)',
    breakfast_to_go_containers: 'Breakfast to go',
    couples_massage: 'Couples’ massage',
    executive_lounge_private_check_in: 'Executive lounge: private check-in',
    price_low_to_high: 'Price, low to high',
    price_high_to_low: 'Price, high to low',
    stars_high_to_low: 'Stars, high to low',
    stars_low_to_high: 'Stars, low to high',
    pleasant_6: 'Pleasant: 6 or more',
    good_7: 'Good: 7 or more',
    very_good_8: 'Very good: 8 or more',
    wonderful_9: 'Wonderful: 9 or more',
    LATLONG: 'Coordinates',
    adults_only: 'Adults only',
  },
  aliases: Object.entries(aliases).map(([list, words]) => [lists[list as keyof typeof aliases], words]),
  synonyms,
  codes: [
    [lists.currencies, 'currency'],
    [lists.languages, 'language'],
  ],
};
