import { openConditions } from '../../../../src/taskpane/formulas/choices/conditionRows';
import {
  emptyDraft,
  setValue,
  type Draft,
  formFaults,
  openPoints,
} from '../../../../src/taskpane/formulas/draft/draft';

const stays = (values: Record<string, string | readonly string[]>): Draft =>
  Object.entries(values).reduce((draft, [name, value]) => setValue(draft, name, value), emptyDraft('stays'));
const whole = { destination: 'Rome', checkin: '2027-05-03', checkout: '2027-05-07' };

test('an empty form only misses things', () => {
  const faults = formFaults(emptyDraft('stays'));
  expect(faults.fields).toEqual({});
  expect(faults.missing).toEqual(expect.arrayContaining(['checkin', 'checkout']));
});

test('a whole form has no faults, and the count need not be given', () => {
  expect(formFaults(stays(whole))).toEqual({ fields: {}, missing: [] });
});

test('faults are said beside their field, by its label', () => {
  expect(formFaults(stays({ ...whole, adults: '31' })).fields['adults']).toMatch(
    /^Adults must be a whole number from 1 to 30/,
  );
  expect(formFaults(stays({ ...whole, adults: 'two' })).fields['adults']).toBeDefined();
  expect(formFaults(stays({ ...whole, checkout: '2027-05-01' })).fields['checkout']).toMatch(
    /^Check-out .* must be after/,
  );
});

test('a reference is taken on trust where references may stand', () => {
  expect(formFaults(stays({ destination: '=A1', checkin: '=B1', checkout: '=B2' }))).toMatchObject({
    fields: {},
    missing: [],
  });
  expect(formFaults(stays({ ...whole, currency: '=C1' })).fields['currency']).toMatch(/reference/);
});

test('what a set gives is not missing', () => {
  expect(
    formFaults(stays({ checkin: '2027-05-03', checkout: '2027-05-04' }), { destination_id: 4 }).missing,
  ).toEqual([]);
});

test('a name and a number for one destination are refused, also as references', () => {
  const says = { destination_id: expect.stringMatching(/^Enter only one of these: /) as string };
  expect(formFaults(stays({ ...whole, destination_id: '42' })).fields).toEqual(says);
  expect(formFaults(stays({ ...whole, destination: '=A1', destination_id: '42' })).fields).toEqual(says);
  expect(formFaults(stays({ checkin: '2027-05-03', checkout: '2027-05-04', destination_id: '42' }))).toEqual({
    fields: {},
    missing: [],
  });
});

test('adults only and children contradict each other', () => {
  for (const name of ['travel_groups', 'property_amenities'])
    expect(
      formFaults(stays({ ...whole, [name]: ['adults_only'], children_ages: ['5'] })).fields[name],
    ).toMatch(/^A search for adults only cannot include children\./);
  expect(formFaults(stays({ ...whole, travel_groups: ['adults_only'] })).fields).toEqual({});
  const unfinished = formFaults(stays({ travel_groups: ['adults_only'], children_ages: ['5'] }));
  expect(Object.keys(unfinished.fields)).toEqual(['travel_groups']);
});

test('what keeps a price from being known is named by its labels', () => {
  const points = (draft: Draft) =>
    openPoints(formFaults(draft), 'stays', openConditions('stays', draft.view.where));
  expect(points(stays({ destination: 'Rome', checkin: '2027-05-03' }))).toBe(
    'To see the price, enter Check-out.',
  );
  expect(points(stays({ ...whole, adults: '31' }))).toBe('To see the price, correct Adults.');
  expect(points(stays(whole))).toBeUndefined();
  const { destination: _none, ...dates } = whole;
  expect(points(stays(dates))).toBe('To see the price, enter Destination.');
  const where = (...conditions: string[]) => {
    const draft = stays(whole);
    return points({ ...draft, view: { ...draft.view, where: conditions } });
  };
  // As a condition is when it was just added: an empty text is a value, and so is what one row cannot hold.
  expect(where('name has inn', 'name has ')).toBe('To see the price, enter condition 2.');
  expect(where('star_rating>=')).toBe('To see the price, enter condition 1.');
  expect(where("name=''", 'name is empty', 'name has inn and (star_rating>')).toBeUndefined();
});
