// While something is held, checks regularly whether the sheet still needs it.
import { useEffect } from 'react';
import { usePane } from '../shell/paneContext';

const every = 2_000;

export function useHeldReview(holds: boolean): void {
  const { heldCells } = usePane();
  useEffect(() => {
    if (!holds) return undefined;
    // Excel does not respond while a cell is being edited; the next check tries again.
    const look = () => void heldCells.review().catch(() => undefined);
    look();
    const timer = setInterval(look, every);
    return () => clearInterval(timer);
  }, [holds, heldCells]);
}
