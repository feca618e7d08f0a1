import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { operationOf } from '../../../src/operations';

test('a value of a long list has the same key before the list is loaded and after', async () => {
  const key = () =>
    makeDataRequest('stays', { destination: 'Rome', property_amenities: ['Free_WiFi', 'bar'] }).key;
  const before = key();
  expect(operationOf('stays').params['property_amenities']).toMatchObject({ of: [] });
  await import('../../../src/operations/valueHints');
  expect(operationOf('stays').params['property_amenities']).not.toMatchObject({ of: [] });
  expect(key()).toBe(before);
});
