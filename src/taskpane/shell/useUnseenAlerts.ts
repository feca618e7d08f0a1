// How many alerts of the gateway's watches the person has not seen: looked for every minute while the pane is open, and at once when
// something is known to be different. Free; formulas that show alerts are told.
import { useEffect, useState } from 'react';
import { usePane } from './paneContext';

const every = 60_000;

export function useUnseenAlerts(): number {
  const { runtime, gateway, now } = usePane();
  const [unseen, setUnseen] = useState(0);
  const { hasWatches } = gateway;
  useEffect(() => {
    if (!hasWatches) return undefined;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let known: number | undefined;
    let stop = () => undefined as void;
    const look = async () => {
      clearTimeout(timer);
      try {
        const watches = await runtime.watches();
        // The count is of all of them; the list is not needed here.
        const found = await watches.alerts(now());
        if (isGone) return;
        setUnseen(found.unseen);
        const isOther = known !== undefined && known !== found.unseen;
        known = found.unseen;
        if (isOther) watches.changed();
      } catch {
        // A gateway that is away has nothing to tell; the view of watches says so.
      }
      if (!isGone) timer = setTimeout(() => void look(), every);
    };
    const begin = async () => {
      const watches = await runtime.watches();
      if (isGone) return;
      const end = watches.subscribe(() => void look());
      stop = () => end();
    };
    void begin().catch(() => undefined);
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
    };
  }, [runtime, hasWatches, now]);
  return unseen;
}
