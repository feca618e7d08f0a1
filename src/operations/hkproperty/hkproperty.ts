// Hong Kong residential valuation: one unit by its property reference number.
import * as is from '../table/field';
import type { Operation, Guide, HistoryFactsOf } from '../table/operation';
import * as take from '../table/parameter';
import { timeout } from '../table/parameter';

/** Hours from universal time; Hong Kong has no summer time. */
const hongKong = 8;
const dollars = { code: 'HKD' } as const;

export const hkproperty = {
  id: 'hkproperty',
  function: 'HKPROPERTY.VALUE',
  title: 'Hong Kong valuation',
  method: 'POST',
  path: '/api/hkproperty/valuations',
  price: { credits: 1 },
  params: {
    unit: take.text('Search', 'Unit', { required: true, minLength: 1 }),
    lang: take.text('Search', 'Language', { minLength: 1, example: 'hk', code: true }),
    timeout,
  },
  positional: ['unit', 'lang'],
  lookup: 'unit',
  results: 'one',
  rules: [],
  record: {
    type: 'HkpropertyValuation',
    shows: '{unit_address}',
    fields: {
      id: is.identifier('Valuation ID'),
      unit_code: is.identifier('Unit'),
      building_type_code: is.text('Building type'),
      estate_name: is.text('Estate'),
      unit_address: is.text('Address'),
      location: is.text('Location'),
      estate_url: is.link('Estate page'),
      valuation_at: is.numericDate('Valued on', hongKong),
      previous_valuation_at: is.numericDate('Previously valued on', hongKong),
      price: is.money('Valuation', dollars),
      price_change_percent: is.percent('Monthly change'),
      min_price: is.money('Lowest estimate', dollars),
      max_price: is.money('Highest estimate', dollars),
      min_price_change_percent: is.percent('Lowest estimate change'),
      max_price_change_percent: is.percent('Highest estimate change'),
      saleable_area: is.area('Saleable area (sq ft)'),
      saleable_price_per_sqft: is.money('Price per sq ft', dollars),
      building_group_id: is.identifier('Building group ID'),
      building_group_name: is.text('Building group'),
      developer: is.text('Developer'),
      management_company: is.text('Management company'),
      phase_count: is.count('Phases'),
      building_count: is.count('Buildings'),
      unit_count: is.count('Units'),
      is_pet_friendly: is.flag('Pets allowed'),
      facilities: is.list('Facilities', 'unknown'),
      category_labels: is.list('Categories', 'unknown'),
      shopping_mall: is.text('Shopping mall'),
      nearby_places: is.list('Nearby', 'unknown'),
      school_net: is.record('School net', {
        type: 'HkpropertySchoolNet',
        shows: '{primary_school_net} {secondary_school_district}',
        fields: {
          primary_school_net: is.text('Primary school net'),
          primary_school_url: is.link('Primary schools page'),
          secondary_school_district: is.text('Secondary school district'),
          secondary_school_url: is.link('Secondary schools page'),
        },
      }),
      latitude: is.degrees('Latitude'),
      longitude: is.degrees('Longitude'),
      image: is.image('Image'),
    },
  },
  columns: [
    'unit_code',
    'estate_name',
    'unit_address',
    'price',
    'price_change_percent',
    'min_price',
    'max_price',
    'saleable_area',
    'saleable_price_per_sqft',
    'valuation_at',
  ],
} as const satisfies Operation;

/** Help texts and examples for the Hong Kong valuation. */
export const hkpropertyGuide: Guide<keyof typeof hkproperty.params> = {
  summary:
    'Returns the weekly automated valuation of a Hong Kong flat and details of its estate, one row per unit.',
  help: {
    unit: 'The unit’s property reference number from your own records, or a range of them.',
    lang: 'Language code for names and addresses, such as hk.',
  },
  examples: [
    { formula: '=HKPROPERTY.VALUE(A2:A40)', says: 'One row for each unit in A2:A40, in the same order.' },
    {
      formula: '=HKPROPERTY.VALUE(A2,,"price")',
      says: 'The valuation of one unit as a single number, for use in a calculation.',
      cells: { A2: 'TKS-01-12-B' },
    },
    {
      formula:
        '=HKPROPERTY.VALUE(A2:A9,"hk","columns=estate_name,price,saleable_price_per_sqft,school_net.primary_school_net; max_age=7d")',
      says: 'A comparison in Chinese. Values older than a week are fetched again.',
    },
    {
      formula: '=HKPROPERTY.VALUE(A2:C9,,"saleable_price_per_sqft")',
      says: 'The price per square foot of a block of units, each in the place of its reference number.',
    },
  ],
  unavailable:
    'No valuation is available. This reference number may not have one, or its page may be unavailable.',
  assumptions: {
    'saleable area': {
      open: 'The unit of saleable_area.',
      assumed: 'Square feet, because the service also returns a price per square foot.',
      change: 'Nothing to change.',
    },
    'valuation dates': {
      open: 'The unit and time zone of valuation_at and previous_valuation_at.',
      assumed:
        'Seconds, milliseconds or yyyymmdd, depending on the size of the number, shown in Hong Kong time. Anything else stays a number.',
      change: 'formats=0 shows the number as received.',
    },
    'valuation currency': {
      open: 'The currency of Hong Kong valuations.',
      assumed: 'HKD.',
      change: 'formats=0 shows plain numbers.',
    },
  },
  picks: { unit: { value: 'unit_code', label: 'unit_address' } },
  codes: [
    {
      code: 'unit',
      from: 'The property reference number of the flat, from your own records. The unit_code column repeats it. Store it as text.',
    },
    { code: 'lang', from: 'The service documents one value, hk, and publishes no list.' },
  ],
};

/** What is followed of a flat in Hong Kong. The valuation's own ID may change with each valuation; the unit does not. */
export const hkpropertyHistory: HistoryFactsOf<typeof hkproperty> = {
  identity: 'unit_code',
  label: 'unit_address',
  comparable: [],
  followed: ['price', 'min_price', 'max_price', 'saleable_price_per_sqft', 'price_change_percent'],
  dated: {
    at: 'valuation_at',
    fields: ['price', 'min_price', 'max_price', 'saleable_price_per_sqft', 'price_change_percent'],
    every: 7,
    noun: 'valuation',
  },
};
