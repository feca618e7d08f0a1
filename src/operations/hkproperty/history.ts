// What is followed of a flat in Hong Kong. The valuation's own ID may change with each valuation; the unit does not.
import type { HistoryFactsOf } from '../table/history';
import type { hkproperty } from './hkproperty';

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
