// Renders again whenever a store says that it changed; the store is then read in render.
import { useEffect, useReducer } from 'react';

export function useVersion(subscribe: (listener: () => void) => () => void): number {
  const [version, changed] = useReducer((count: number) => count + 1, 0);
  useEffect(() => subscribe(changed), [subscribe]);
  return version;
}
