// While something is held, looks every now and then whether the sheet still wants it.
import { useEffect } from 'react';
import { usePane } from '../shell/paneContext';

const every = 2_000;

export function useHeldReview(holds: boolean): void {
  const { heldCells } = usePane();
  useEffect(() => {
    if (!holds) return undefined;
    // A cell that is being edited keeps Excel from answering; the next look tries again.
    const look = () => void heldCells.review().catch(() => undefined);
    look();
    const timer = setInterval(look, every);
    return () => clearInterval(timer);
  }, [holds, heldCells]);
}
