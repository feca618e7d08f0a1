// When the history was last looked at: read when the view opens, written down then and when it is left.
import { useEffect, useState } from 'react';
import { usePane } from '../shell/paneContext';
import { lookNow, readLook, type Look } from './read/look';

const name = 'historyLook';

/** Undefined until it is known. */
export function useLook(): Look | undefined {
  const { runtime, now, drafts } = usePane();
  const [look, setLook] = useState<Look>();
  useEffect(() => {
    let over = false;
    let current: Look | undefined;
    const write = (next: Look) => {
      drafts.write(name, next);
      // Without a store, it lasts as long as the pane.
      runtime.strings.set(name, JSON.stringify(next)).catch(() => undefined);
    };
    void runtime.strings
      .get(name)
      .catch(() => undefined)
      .then((text) => {
        current = lookNow(readLook(text) ?? drafts.read<Look>(name), now());
        write(current);
        if (!over) setLook(current);
      });
    return () => {
      over = true;
      if (current) write({ ...current, at: now() });
    };
  }, [runtime, now, drafts]);
  return look;
}
