import {
  conditionOf,
  conditionText,
  draftOfCondition,
  emptyDraft,
  fieldChoices,
  kindChoices,
} from '../../../src/taskpane/watch/conditionText';
import { operationIds } from '../../../src/operations';
import { watchCondition, type WatchCondition } from '../../../src/history/watchAlert';

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

test('a number that may mean another one elsewhere is not taken', () => {
  const draft = { ...emptyDraft(1, ['ruretail']), value: '1,000' };
  expect(() => conditionOf(draft)).toThrow('Limit must be a number');
  expect(() => conditionOf({ ...draft, value: '' })).toThrow('Limit must be a number');
  expect(() => conditionOf({ ...draft, value: '10', days: 'x' })).toThrow('Again after days must be');
});

test('only what can be met is offered', () => {
  expect(kindChoices(['hkproperty']).map(([kind]) => kind)).toEqual(['below', 'above', 'changed']);
  expect(kindChoices(['ruretail']).map(([kind]) => kind)).toEqual([
    'below',
    'above',
    'changed',
    'back',
    'new',
    'gone',
  ]);
  expect(fieldChoices(['stays'], 'below')[0]).toEqual(['price.amount', 'Stay total']);
  // Whatever is offered can be typed in and is accepted.
  for (const operation of operationIds)
    for (const [kind] of kindChoices([operation])) {
      const field = fieldChoices([operation], kind as WatchCondition['kind'])[0]?.[0] ?? '';
      const draft = {
        ...emptyDraft(1, [operation]),
        kind: kind as WatchCondition['kind'],
        field,
        value: '5',
      };
      expect(watchCondition.safeParse(conditionOf(draft)).success).toBe(true);
    }
});
