import {
  conditionOf,
  conditionText,
  draftOfCondition,
  emptyCondition,
  fieldChoices,
  isOwn,
  kindChoices,
  usualCurrency,
} from '../../../src/taskpane/watch/conditionText';
import { operationIds } from '../../../src/operations';
import { ownCondition, watchCondition } from '../../../src/protocol/watches';
import type { OwnCondition, WatchCondition } from '../../../src/protocol/watches';

test('what is typed is the condition, and back', () => {
  const conditions: WatchCondition[] = [
    { kind: 'below', field: 'price', value: 49.9, already: true, least: 1, margin: 2, againAfter: 7 },
    { kind: 'above', field: 'stock_in_stores', value: 0 },
    { kind: 'changed', field: 'price', percent: 5, direction: 'down', least: 10 },
    { kind: 'back', field: 'is_available', againAfter: 3 },
    { kind: 'new', already: true },
    { kind: 'gone' },
  ];
  for (const [index, condition] of conditions.entries()) {
    expect(conditionOf(draftOfCondition(condition, index))).toEqual(condition);
    expect(watchCondition.parse(condition)).toEqual(condition);
  }
  expect(conditions.map((condition) => conditionText(condition, ['ruretail']))).toEqual([
    'Price falls below 49.9 RUB',
    'Stock in stores rises above 0',
    'Price falls by 5%',
    'Available: is in stock again',
    'is new in the list',
    'is gone from the list',
  ]);
});

test('what is compared with own products is typed with the currency of their prices', () => {
  const conditions: OwnCondition[] = [
    { kind: 'cheaper', field: 'price', currency: 'RUB', already: true, least: 1, margin: 2, againAfter: 7 },
    { kind: 'candidate', already: true },
  ];
  for (const [index, condition] of conditions.entries()) {
    expect(conditionOf(draftOfCondition(condition, index))).toEqual(condition);
    expect(ownCondition.parse(condition)).toEqual(condition);
  }
  expect(conditions.map((condition) => conditionText(condition, ['ruretail']))).toEqual([
    'Price is below my own price in RUB',
    'is a new candidate for a match',
  ]);
  const draft = { ...emptyCondition(1, ['stays']), kind: 'cheaper' as const, field: 'price.amount' };
  expect(() => conditionOf({ ...draft, currency: '€' })).toThrow('must be a code such as EUR');
  expect(conditionOf({ ...draft, currency: ' eur' })).toMatchObject({ currency: 'EUR' });
  expect([usualCurrency(['ruretail'], 'price'), usualCurrency(['stays'], 'price.amount')]).toEqual([
    'RUB',
    '',
  ]);
  expect(fieldChoices(['ruretail'], 'cheaper').map(([path]) => path)).toEqual([
    'price',
    'old_price',
    'club_price',
  ]);
});

test('a number that may mean another one elsewhere is not taken', () => {
  const draft = { ...emptyCondition(1, ['ruretail']), value: '1,000' };
  expect(() => conditionOf(draft)).toThrow('Limit must be a number');
  expect(() => conditionOf({ ...draft, value: '' })).toThrow('Limit must be a number');
  expect(() => conditionOf({ ...draft, value: '10', days: 'x' })).toThrow('again after days must be');
});

test('only what can be met is offered', () => {
  expect(kindChoices(['hkproperty']).map(([kind]) => kind)).toEqual(['below', 'above', 'changed', 'cheaper']);
  expect(kindChoices(['ruretail']).map(([kind]) => kind)).toEqual([
    'below',
    'above',
    'changed',
    'back',
    'new',
    'gone',
    'cheaper',
    'candidate',
  ]);
  expect(fieldChoices(['stays'], 'below')[0]).toEqual(['price.amount', 'Stay total']);
  // Whatever is offered can be typed in and is accepted.
  for (const operation of operationIds)
    for (const [kind] of kindChoices([operation])) {
      const field = fieldChoices([operation], kind)[0]?.[0] ?? '';
      const draft = {
        ...emptyCondition(1, [operation]),
        kind,
        field,
        value: '5',
        currency: 'EUR',
      };
      const form = isOwn(draft) ? ownCondition : watchCondition;
      expect(form.safeParse(conditionOf(draft)).success).toBe(true);
    }
});
