// Two live regions that stay in the page: progress waits its turn, errors interrupt.
import { useCallback, useMemo, useState, type ReactElement } from 'react';

export interface Announcer {
  readonly announce: (sentence: string, urgent?: boolean) => void;
  readonly regions: ReactElement;
}

export function useAnnouncer(): Announcer {
  const [said, setSaid] = useState({ calm: '', urgent: '' });
  const announce = useCallback((sentence: string, urgent = false) => {
    // A sentence said twice in a row is read again only if the text differs.
    setSaid((old) => {
      const place = urgent ? 'urgent' : 'calm';
      return { ...old, [place]: old[place] === sentence ? `${sentence}\u00a0` : sentence };
    });
  }, []);
  const regions = useMemo(
    () => (
      <>
        <div className="sw-unseen" role="status">
          {said.calm}
        </div>
        <div className="sw-unseen" role="alert">
          {said.urgent}
        </div>
      </>
    ),
    [said],
  );
  return { announce, regions };
}
