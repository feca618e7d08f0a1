// A filter under another wire name is another request: an answer fetched under the old name must not answer for the new one.
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { wireBody } from '../../../src/engine/remote/client/client';
import { readSettings } from '../../../src/excel/user/settingsStore';
import { sameWireName } from '../../../src/operations/wireNames';
import { remapped } from '../../../src/excel/workbook/formulaRequests';
import { read, stay } from '../../spill/read/readings';

const requestOf = (wireNames: Parameters<typeof remapped>[1], options: string) => {
  const [item] = remapped(read('stays', 'Rome', ...stay, options), wireNames).items;
  if (item?.state !== 'request') throw new Error('no request');
  return makeDataRequest('stays', item.params, item.raw);
};

it('has a key and a body of its own', () => {
  const mapped = { 'stays.sort': 'order_by' } as const;
  const before = requestOf({}, 'sort=top_picks');
  const after = requestOf(mapped, 'sort=top_picks');
  expect(after.key).not.toBe(before.key);
  const body = wireBody(after, after.count, mapped);
  expect(body).toMatchObject({ order_by: 'top_picks', destination: 'Rome' });
  expect(body).not.toHaveProperty('sort');
});

it('is the same request where the filter is not used or the name is not changed', () => {
  expect(requestOf({ 'stays.sort': 'order_by' }, 'currency=EUR').key).toBe(requestOf({}, 'currency=EUR').key);
  expect(requestOf({ 'bizbureau.rating': 'grade' }, 'sort=top_picks').key).toBe(
    requestOf({}, 'sort=top_picks').key,
  );
});

it('cannot share its name with another filter of the same operation', () => {
  expect(sameWireName('stays.sort', 'min_review_score', {})).toBe('min_review_score');
  expect(sameWireName('stays.sort', 'rating', {})).toBeUndefined();
  const wireNames = { 'stays.sort': 'x', 'stays.min_review_score': 'x' };
  expect(readSettings(JSON.stringify({ wireNames })).wireNames).toEqual({});
  // A stored radius under the name of the count would decide the price.
  for (const name of ['count', 'keyword', 'timeout', 'rating', ''])
    expect(readSettings(JSON.stringify({ wireNames: { 'bizbureau.radius': name } })).wireNames).toEqual({});
  const swapped = { 'bizbureau.radius': 'rating', 'bizbureau.rating': 'radius' };
  expect(readSettings(JSON.stringify({ wireNames: swapped })).wireNames).toEqual(swapped);
  const sound = { 'stays.sort': 'x', 'bizbureau.rating': 'x' };
  expect(readSettings(JSON.stringify({ wireNames: sound })).wireNames).toEqual(sound);
});
