// Help texts and examples for the Hong Kong valuation.
import type { Guide } from '../table/guide';
import type { hkproperty } from './hkproperty';

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
  codes: [
    {
      code: 'unit',
      from: 'The property reference number of the flat, from your own records. The unit_code column repeats it. Store it as text.',
    },
    { code: 'lang', from: 'The service documents one value, hk, and publishes no list.' },
  ],
};
