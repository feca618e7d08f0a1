import { lastDayOf, untilOf } from '../../../src/taskpane/watch/watchText';
import { inZone } from '../../inZone';

describe('the last day of a watch', () => {
  test.each(['UTC', 'America/Los_Angeles', 'America/Sao_Paulo', 'Europe/Amsterdam', 'Pacific/Kiritimati'])(
    'is the same when the watch is changed, in %s',
    (zone) => {
      // Clocks are changed on some of these days.
      const days = ['2026-11-18', '2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2026-12-31'];
      expect(inZone(zone, () => days.map((day) => lastDayOf(untilOf(day))))).toEqual(days);
    },
  );

  test('is whole, on the clock of the computer', () => {
    const end = inZone('America/New_York', () => untilOf('2026-11-01'));
    expect(new Date(end!).toISOString()).toBe('2026-11-02T05:00:00.000Z');
  });

  test('does not move when the watch is saved as it was in another time zone', () => {
    const agreed = inZone('Europe/Moscow', () => untilOf('2026-11-30'));
    const saved = inZone('America/New_York', () => untilOf(lastDayOf(agreed), agreed));
    expect(saved).toBe(agreed);
    const another = inZone('America/New_York', () => untilOf('2026-12-01', agreed));
    expect(new Date(another!).toISOString()).toBe('2026-12-02T05:00:00.000Z');
  });

  test('may be left out', () => {
    expect(untilOf('')).toBeUndefined();
    expect(lastDayOf(undefined)).toBe('');
  });
});
