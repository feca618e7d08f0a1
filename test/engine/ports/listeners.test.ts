import { createListeners } from '../../../src/engine/ports/listeners';

test('every subscriber is notified until it unsubscribes', () => {
  const listeners = createListeners<[number]>();
  const told: number[] = [];
  const stop = listeners.subscribe((value) => told.push(value));
  listeners.notify(1);
  stop();
  listeners.notify(2);
  expect(told).toEqual([1]);
  expect(listeners.isEmpty()).toBe(true);
});

test('a subscriber that leaves while others are notified takes nobody with it', () => {
  const listeners = createListeners();
  const told: string[] = [];
  const stop = listeners.subscribe(() => {
    told.push('first');
    stop();
  });
  listeners.subscribe(() => told.push('second'));
  listeners.notify();
  listeners.notify();
  expect(told).toEqual(['first', 'second', 'second']);
});
