// Closes an inline list when the focus leaves it. While a mouse button is down it waits: what was
// pressed would otherwise move away under the pointer, and the click would miss it.
import { useCallback, useEffect, useRef } from 'react';

export function useCloseOnBlur(close: () => void): () => void {
  const pressed = useRef(false);
  const waiting = useRef(false);
  useEffect(() => {
    const down = () => {
      pressed.current = true;
    };
    // The click follows in the same turn; only then may the page move.
    const up = () =>
      setTimeout(() => {
        pressed.current = false;
        if (waiting.current) close();
        waiting.current = false;
      });
    const ends = ['pointerup', 'pointercancel'] as const;
    addEventListener('pointerdown', down, true);
    for (const end of ends) addEventListener(end, up, true);
    return () => {
      removeEventListener('pointerdown', down, true);
      for (const end of ends) removeEventListener(end, up, true);
    };
  }, [close]);
  return useCallback(() => {
    if (pressed.current) waiting.current = true;
    else close();
  }, [close]);
}
