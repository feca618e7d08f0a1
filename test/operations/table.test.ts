// The table against the service document, whose facts are written out here by hand: what derives from the table
// cannot show that the table is right.
import { closedList } from '../../src/operations/table/parameter';
import { operationIds, operationOf, operations, cost, paidCount } from '../../src/operations';
import { assumptions, wireNameAssumptions } from '../../src/operations/assumptions';
import type { Fields } from '../../src/operations/table/field';
import { tokenStatistic, windows } from '../../src/operations/tokenStatistic';
import { wireNames } from '../../src/operations/wireNames';
import { guideOf, helpOf } from '../../src/operations/guides';

const names = (fields: object) => Object.keys(fields);

describe('the operations', () => {
  it('are at the documented paths and prices', () => {
    const found = operationIds.map((id) => [id, operationOf(id).path, operationOf(id).price]);
    const documented = [
      ['ruretail', '/api/ruretail/products/search', { credits: 1 }],
      ['hkproperty', '/api/hkproperty/valuations', { credits: 1 }],
      ['bizbureau', '/api/bizbureau/businesses/search', { credits: 5, per: 15 }],
      ['nlretail', '/api/nlretail/products/search', { credits: 10, per: 20 }],
      ['jobsboard', '/api/jobsboard/companies', { credits: 5 }],
      ['stays', '/api/stays/hotels/search', { credits: 5, per: 25 }],
    ];
    expect(found).toEqual(expect.arrayContaining(documented));
  });

  it('take every documented parameter', () => {
    const common = 'timeout';
    expect(names(operations.ruretail.params).sort()).toEqual(
      `query count ${common} city with_images sort price_min price_max availability status min_rating min_discount brands filters`
        .split(' ')
        .sort(),
    );
    expect(names(operations.hkproperty.params).sort()).toEqual(['lang', 'timeout', 'unit']);
    expect(names(operations.bizbureau.params).sort()).toEqual([
      'accredited_only',
      'count',
      'keyword',
      'location',
      'radius',
      'rating',
      'timeout',
    ]);
    expect(names(operations.nlretail.params).sort()).toEqual(['count', 'keyword', 'timeout']);
    expect(names(operations.jobsboard.params).sort()).toEqual(['company', 'language', 'timeout']);
    expect(names(operations.stays.params).sort()).toEqual(
      `count ${common} checkin checkout adults children_ages rooms currency language destination destination_id
       min_price_per_night max_price_per_night property_types entire_homes_only star_ratings meal_plans bed_types
       travel_groups booking_policies payment_options property_amenities room_amenities activities
       property_accessibility room_accessibility available_only sustainability_certified highly_rated_breakfast
       max_distance_from_center_meters min_bedrooms min_beds min_bathrooms district_ids landmark_ids brand_ids
       city_ids sub_destination_ids destination_kind sort min_review_score`
        .split(/\s+/)
        .sort(),
    );
  });

  it('know every enumeration in full', () => {
    const { params } = operations.stays;
    expect(
      params.property_amenities.of.length + params.room_amenities.of.length + params.activities.of.length,
    ).toBe(547);
    expect(params.currency.values).toHaveLength(67);
    expect(params.language.values).toHaveLength(45);
    expect(params.property_types.of).toHaveLength(26);
    expect(params.property_accessibility.of).toHaveLength(7);
    expect(params.room_accessibility.of).toHaveLength(11);
    expect(params.destination_kind.values).toHaveLength(9);
    expect(params.sort.values).toHaveLength(11);
    expect(params.min_review_score.values).toEqual(['pleasant_6', 'good_7', 'very_good_8', 'wonderful_9']);
    expect(operations.ruretail.params.sort.values).toEqual([
      'relevance',
      'price_asc',
      'price_desc',
      'discount',
      'rating',
      'opinions',
      'reviews',
    ]);
    expect(operations.bizbureau.params.radius.values).toEqual(['5', '10', '25', '50', '100']);
  });

  it('return every documented field', () => {
    const counts = operationIds.map((id) => [id, names(operationOf(id).record.fields).length]);
    expect(Object.fromEntries(counts)).toMatchObject({
      ruretail: 34,
      hkproperty: 33,
      bizbureau: 16,
      nlretail: 15,
      jobsboard: 12,
      stays: 43,
    });
    expect(names(tokenStatistic.record.fields)).toHaveLength(20);
    expect(names(tokenStatistic.record.fields.user.of.fields)).toHaveLength(10);
    expect(windows.map((window) => window.seconds)).toEqual([10, 60, 3600, 86400, 2592000]);
  });

  it.each(operationIds)(
    '%s has no value twice in a list, no label twice, and a help line for each parameter',
    (id) => {
      const parameters = Object.values(operationOf(id).params);
      for (const [name, parameter] of Object.entries(operationOf(id).params)) {
        const values = closedList(parameter) ?? [];
        expect(new Set(values).size).toBe(values.length);
        expect(helpOf(id, name)).toMatch(/^.{5,120}[.]$/);
      }
      expect(new Set(parameters.map((parameter) => parameter.label)).size).toBe(parameters.length);
    },
  );

  it.each(operationIds)(
    '%s names only what exists: arguments, default columns, currencies, rules, shown parts',
    (id) => {
      const operation = operationOf(id);
      for (const name of [...operation.positional, operation.lookup])
        expect(operation.params).toHaveProperty(name);
      for (const rule of operation.rules) {
        const used =
          rule.kind === 'order'
            ? [rule.low, rule.high]
            : rule.kind === 'oneOf'
              ? rule.params
              : rule.kind === 'notPast'
                ? [rule.param]
                : [rule.param, rule.with];
        for (const name of used) expect(operation.params).toHaveProperty(name);
      }
      for (const column of operation.columns) {
        let fields: Fields = operation.record.fields;
        for (const step of column.split('.')) {
          expect(fields).toHaveProperty(step);
          const field = fields[step]!;
          if (field.kind === 'record') fields = field.of.fields;
        }
      }
      const check = (fields: Fields, shows: string) => {
        for (const [, name] of shows.matchAll(/\{(\w+)\}/g)) expect(fields).toHaveProperty(name!);
        for (const field of Object.values(fields)) {
          expect(field.label).not.toBe('');
          if (field.kind === 'money' && 'field' in field.currency)
            expect(fields).toHaveProperty(field.currency.field);
          if ((field.kind === 'record' || field.kind === 'list') && typeof field.of !== 'string')
            check(field.of.fields, field.of.shows);
        }
      };
      check(operation.record.fields, operation.record.shows);
      expect(guideOf(id).examples.length).toBeGreaterThanOrEqual(3);
    },
  );

  it('keep every assumption in one place, each with a way to change it', () => {
    for (const id of operationIds)
      for (const [name, { assumption = `${id}.${name}` }] of Object.entries(operationOf(id).params))
        expect(assumption).toBe(`${id}.${name}`);
    expect(Object.keys(wireNameAssumptions).sort()).toEqual(Object.keys(wireNames).sort());
    for (const entry of [...Object.values(wireNameAssumptions), ...Object.values(assumptions)]) {
      expect(entry.open && entry.assumed && entry.change).toBeTruthy();
    }
  });
});

describe('the price is known before a request is sent', () => {
  it.each([
    ['ruretail', 1, 1],
    ['ruretail', 500, 1],
    ['hkproperty', 1, 1],
    ['jobsboard', 1, 5],
    ['bizbureau', 1, 5],
    ['bizbureau', 15, 5],
    ['bizbureau', 16, 10],
    ['nlretail', 1, 10],
    ['nlretail', 20, 10],
    ['nlretail', 21, 20],
    ['stays', 1, 5],
    ['stays', 25, 5],
    ['stays', 26, 10],
  ] as const)('%s with %i results costs %i', (id, count, credits) => expect(cost(id, count)).toBe(credits));

  it.each([
    ['bizbureau', 1, 15],
    ['bizbureau', 16, 30],
    ['nlretail', 20, 20],
    ['stays', 26, 50],
    ['ruretail', 7, 7],
  ] as const)('%s with %i results pays for %i', (id, count, paid) => expect(paidCount(id, count)).toBe(paid));
});
