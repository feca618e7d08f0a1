// The option that somebody probably meant by a name no option has: by spelling, by the words people use for it elsewhere
// (max_price, min_stars, sort_by), or because the name is a value of an option (wifi). Only suggested, never used.
import { operationOf, type OperationId } from '../../../operations';
import { closedList } from '../../../operations/table/parameter';
import { matchChoice } from '../../../operations/check/canonicalValue';
import { nearest } from '../../../operations/check/nearest';
import { valuesMeant } from '../../../operations/check/rankValues';
import { findOption, optionNames } from '../options/optionNames';
import { sameName } from '../values/optionText';

/** For an option, what else people call it. The first option that an operation has is meant. */
const otherNames: Readonly<Record<string, string>> = {
  price_max:
    'maxprice pricemaximum maximumprice priceto upto maxcost maxbudget budget pricelimit pricebelow under cheaperthan',
  max_price_per_night:
    'maxprice maximumprice priceto upto maxcost maxbudget budget pricelimit pricemax pricepernight nightlyrate under',
  price_min: 'minprice minimumprice pricefrom mincost priceabove over',
  min_price_per_night: 'minprice minimumprice pricefrom mincost pricemin over',
  star_ratings: 'minstars stars star starrating hotelstars minstar class category minrating hotelclass',
  min_review_score:
    'reviewscore score minscore minreview review reviews guestrating guestscore userrating minrating ratingmin rating',
  min_rating: 'minstars stars rating ratingmin minimumrating minscore score',
  rating: 'grade minrating letter lettergrade bbbrating score minstars',
  min_discount: 'discount mindiscountpercent sale off',
  sort: 'sortby order orderby sorting sortorder ordering rank',
  count: 'limit results resultcount n top number maxresults size pagesize perpage rows num quantity maxcount',
  city: 'location town region place citycode store',
  location: 'city place near where town state zip zipcode address region',
  query: 'q search keyword term text product searchfor name keywords searchterm',
  keyword: 'q query search term text product trade searchfor name keywords searchterm',
  brands: 'brand manufacturer vendor make maker brandname',
  availability: 'available instock stock delivery pickup fulfilment fulfillment',
  status: 'label labels state onsale',
  with_images: 'withpictures withphotos includeimages image',
  filters: 'filter facets facet',
  unit: 'reference referencenumber prn property flat address unitcode id',
  lang: 'language locale',
  language: 'lang locale',
  company: 'companyid employer id url profile name',
  accredited_only: 'accredited accreditation isaccredited onlyaccredited',
  radius: 'distance miles within range searchradius km',
  destination: 'city place location hotel region to town dest',
  destination_id: 'cityid placeid destid',
  checkin: 'arrival arrive from start startdate checkindate datefrom begin',
  checkout: 'departure depart to end enddate checkoutdate dateto until',
  adults: 'guests people persons pax adult guestcount travellers travelers',
  children_ages: 'children kids childages childrenages ages child kidsages childrensages',
  rooms: 'room roomcount numrooms',
  currency: 'curr money cur currencycode',
  property_types: 'type types propertytype hoteltype accommodationtype kind lodging',
  entire_homes_only: 'entirehome entirehomes wholehome entireplace private apartment',
  meal_plans: 'meals meal board boardtype mealplan',
  booking_policies: 'cancellation refundable freecancel cancelpolicy policy policies cancellationpolicy',
  payment_options: 'payment pay payments',
  room_amenities: 'roomamenity roomfacilities roomfeatures',
  property_amenities: 'amenities amenity facilities facility features propertyamenity hotelamenities',
  bed_types: 'bed beds bedtype',
  min_bedrooms: 'bedrooms bedroom',
  min_bathrooms: 'bathrooms bathroom',
  min_beds: 'beds bedcount',
  available_only: 'available onlyavailable availability',
  travel_groups: 'pets petfriendly pet travelgroup adultsonly',
  max_distance_from_center_meters:
    'distance centre center maxdistance distancefromcenter distancefromcentre radius',
  brand_ids: 'brand brands chain chains brandid',
  district_ids: 'district districts area neighbourhood neighborhood',
  landmark_ids: 'landmark landmarks',
  city_ids: 'cities cityid',
  sustainability_certified: 'sustainable eco green sustainability',
  columns: 'fields field select cols column show output',
  headers: 'header heading headings titles title',
  max_age: 'age ttl maxage cache fresh freshness expires expiry refresh',
  transpose: 'rotate flip transposed',
  stamp: 'timestamp fetched date updated source',
  formats: 'format formatting',
  offline: 'cacheonly nofetch',
  timeout: 'wait seconds deadline timelimit',
  as_of: 'asof date history ason',
  changes: 'change diff delta difference',
  cards: 'card datatypes',
  images: 'pictures photos picture photo image',
};

const byOtherName = new Map<string, string[]>();
for (const [option, names] of Object.entries(otherNames))
  for (const name of names.split(' ')) byOtherName.set(name, [...(byOtherName.get(name) ?? []), option]);

/** `wifi` → `property_amenities=wifi`: an exact value first, then what people call a value. */
function valueMeant(id: OperationId, key: string): string | undefined {
  const lists = Object.entries(operationOf(id).params).flatMap(([name, parameter]) => {
    const values = closedList(parameter);
    return values ? [{ name, values }] : [];
  });
  // What a property has is asked for more often than what a room has.
  lists.sort(
    (one, other) => Number(other.name.startsWith('property')) - Number(one.name.startsWith('property')),
  );
  const word = key.replaceAll('_', ' ').trim();
  for (const meant of [
    matchChoice,
    (values: readonly string[], text: string) => valuesMeant(values, text)[0],
  ])
    for (const { name, values } of lists) {
      const value = word.length < 2 ? undefined : meant(values, word);
      if (value !== undefined) return `${name}=${value}`;
    }
  return undefined;
}

/** `name` or `name=value`; undefined where nothing is like it. */
export function optionMeant(id: OperationId, key: string): string | undefined {
  const wanted = sameName(key);
  if (wanted === '' || key.length > 60) return undefined;
  const names = [...optionNames(id)];
  const spelt = nearest(key, names);
  const other = byOtherName.get(wanted)?.find((option) => findOption(id, option) === option);
  // A part of a longer name is a weaker sign than a name that people use.
  const isPart = spelt !== undefined && Math.abs(sameName(spelt).length - wanted.length) > 3;
  return (isPart ? (other ?? spelt) : (spelt ?? other)) ?? valueMeant(id, key);
}
