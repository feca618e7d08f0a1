import { watchPrice } from '../../../src/gateway/watch/watchForm';

test('the requests of a watch are read once for its price, however often it is shown', () => {
  let reads = 0;
  const request = {
    get operation() {
      reads += 1;
      return 'hkproperty' as const;
    },
    body: { unit: 'A' },
  };
  const form = { requests: [request, request], schedule: { kind: 'once', zone: 'UTC' } } as const;
  const first = watchPrice(form, 0);
  expect([watchPrice(form, 1), reads]).toEqual([first, 2]);
});
