// Hong Kong residential valuation: one unit by its property reference number.
import * as is from '../table/field';
import type { Operation } from '../table/operation';
import * as take from '../table/parameter';
import { timeout } from '../timeout';

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
    unit: take.text('Search', 'Unit', {
      required: true,
      minLength: 1,
    }),
    lang: take.text('Search', 'Language', {
      minLength: 1,
      example: 'hk',
      code: true,
    }),
    timeout,
  },
  positional: ['unit', 'lang'],
  lookup: 'unit',
  answers: 'one',
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
