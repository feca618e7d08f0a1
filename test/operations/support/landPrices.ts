// An operation that the service does not have, added to the indexes the way CONTRIBUTING.md says. Import it before anything
// that derives from the table.
import { operationIds, operations, type OperationId } from '../../../src/operations';
import { guides } from '../../../src/operations/guides';
import { histories } from '../../../src/operations/histories';
import * as is from '../../../src/operations/table/field';
import type { Guide, HistoryFactsOf, Operation } from '../../../src/operations/table/operation';
import * as take from '../../../src/operations/table/parameter';
import { timeout } from '../../../src/operations/table/parameter';
import { valueHints } from '../../../src/operations/valueHints';

const euros = { code: 'EUR' } as const;

export const landUses = ['residential', 'commercial', 'industrial', 'agricultural'] as const;

const operation = {
  id: 'landprices',
  function: 'LANDPRICES.PARCEL',
  title: 'Land prices',
  method: 'POST',
  path: '/api/landprices/parcels',
  price: { credits: 2 },
  params: {
    parcel: take.text('Search', 'Parcel', { required: true, minLength: 1 }),
    use: take.choice('Search', 'Land use', { values: landUses, default: 'residential' }),
    zones: take.list('Filters', 'Price zones', { of: ['inner', 'outer'] }),
    timeout,
  },
  positional: ['parcel', 'use'],
  lookup: 'parcel',
  results: 'one',
  rules: [],
  record: {
    type: 'LandParcelPrice',
    shows: '{parcel_number}',
    fields: {
      parcel_number: is.identifier('Parcel'),
      municipality: is.text('Municipality'),
      // A listed value that is also the name of a field.
      residential: is.flag('Residential area'),
      price: is.money('Price', euros),
      valued_on: is.isoDate('Valued on'),
    },
  },
  columns: ['parcel_number', 'municipality', 'price', 'valued_on'],
} as const satisfies Operation;

const guide: Guide<keyof typeof operation.params> = {
  summary: 'Returns the price of a parcel of land, one row per parcel.',
  help: {
    parcel: 'The parcel number from the land register, or a range of them.',
    use: 'The use of the land that the price is for.',
    zones: 'The price zones to compare with.',
  },
  examples: [
    { formula: '=LANDPRICES.PARCEL(A2:A40)', says: 'One row for each parcel in A2:A40, in the same order.' },
  ],
  unavailable: 'No price is available. The parcel may have none for this use.',
};

const history: HistoryFactsOf<typeof operation> = {
  identity: 'parcel_number',
  label: 'municipality',
  comparable: ['use'],
  followed: ['price'],
};

export const landPrices = operation.id as string as OperationId;

Object.assign(operations, { [landPrices]: operation });
operationIds.push(landPrices);
Object.assign(guides, { [landPrices]: guide });
Object.assign(histories, { [landPrices]: history });
valueHints.aliases.set(landUses, { farm: 'agricultural' });
