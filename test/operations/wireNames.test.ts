import { wireBody } from '../../src/engine/remote/client/client';
import { makeDataRequest } from '../../src/engine/request/dataRequest';
import { operationOf } from '../../src/operations';
import { wireNameOf } from '../../src/operations/wireNames';

const { params } = operationOf('bizbureau');

test('an empty wire name in the settings means the assumed name, for whoever asks', () => {
  const mapped = { 'bizbureau.rating': '' };
  const request = makeDataRequest('bizbureau', { keyword: 'roofing', rating: 'A' });
  expect(wireNameOf('rating', params.rating!, mapped)).toBe('rating');
  expect(wireBody(request, 15, mapped)).toHaveProperty('rating', 'A');
});

test('a parameter whose wire name is documented cannot be re-mapped', () => {
  expect(wireNameOf('keyword', params.keyword!, { 'bizbureau.rating': 'letter' })).toBe('keyword');
});
