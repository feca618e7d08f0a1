// How people name the values of the lodging search. Importing this also fills its long lists (lateLists.ts).
import type { ValueHints } from '../table/valueHints';
import { activities } from './activities';
import { staysAliases } from './aliases';
import { currencies } from './currencies';
import { languages } from './languages';
import { lateLists } from './lateLists';
import * as longer from './longerLists';
import { propertyAmenities } from './propertyAmenities';
import { roomAmenities } from './roomAmenities';
import { synonyms } from './synonyms';

const all = { propertyAmenities, roomAmenities, activities, languages, ...longer };
for (const name of Object.keys(all) as (keyof typeof all)[])
  if (lateLists[name].length === 0) lateLists[name].push(...all[name]);

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
  aliases: staysAliases,
  synonyms,
  codes: [
    [currencies, 'currency'],
    [lateLists.languages, 'language'],
  ],
};
