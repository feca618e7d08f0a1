import { storedPrice, watchPrice } from '../../../src/gateway/watch/watchForm';

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

test('a stored watch that this version refuses to send costs nothing, and does not hide the others', () => {
  const request = { operation: 'hkproperty', body: { unit: '' } } as const;
  const watch = { requests: [request], schedule: { kind: 'once', zone: 'UTC' } } as const;
  expect(() => watchPrice(watch, 0)).toThrow();
  expect(storedPrice(watch, 0)).toEqual({ run: 0, day: 0, month: 0 });
});
