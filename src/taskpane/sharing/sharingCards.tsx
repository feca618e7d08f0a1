// Send to anyone, and back: freeze for people without the add-in, relink for those who have it.
import { FreezeCard } from './freezeCard';
import { RelinkCard } from './relinkCard';
import { useRelink } from './useRelink';

export function SharingCards() {
  const relink = useRelink();
  return (
    <div className="sw-stack">
      <FreezeCard relink={relink} />
      <RelinkCard relink={relink} />
    </div>
  );
}
