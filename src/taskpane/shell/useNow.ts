// The time, renewed every few seconds while something on screen depends on it.
import { useEffect, useState } from 'react';
import { usePane } from './paneContext';

export function useNow(every = 1_000, active = true): number {
  const { now } = usePane();
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (!active) return undefined;
    setTime(now());
    const timer = setInterval(() => setTime(now()), every);
    return () => clearInterval(timer);
  }, [now, every, active]);
  return time;
}
