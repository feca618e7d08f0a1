// Work in another time zone. The `process` of a test is a copy, and only the real one moves the clock.
import { runInThisContext } from 'node:vm';

const setZone = runInThisContext(
  '(zone) => { zone === undefined ? delete process.env.TZ : (process.env.TZ = zone); }',
) as (zone: string | undefined) => void;

export function inZone<T>(zone: string, work: () => T): T {
  const before = process.env['TZ'];
  setZone(zone);
  try {
    return work();
  } finally {
    setZone(before);
  }
}
