// When a question replaces its button, the focus must not be lost to the page: it moves to the first control
// that replaced the removed one.
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

const controls = 'button, input, select, textarea, summary, [tabindex="0"]';

export function FocusScope({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  useEffect(() => {
    const own = place.current;
    const enter = () => {
      inside.current = true;
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      // A removed control is no longer in the page; one that lost the focus still is.
      queueMicrotask(() => {
        const left = target instanceof Node && target.isConnected;
        if (left && !(relatedTarget instanceof Node && own?.contains(relatedTarget))) inside.current = false;
      });
    };
    own?.addEventListener('focusin', enter);
    own?.addEventListener('focusout', leave);
    return () => {
      own?.removeEventListener('focusin', enter);
      own?.removeEventListener('focusout', leave);
    };
  }, []);
  useLayoutEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>(controls)?.focus();
  });
  return (
    <div ref={place} className={className}>
      {children}
    </div>
  );
}
