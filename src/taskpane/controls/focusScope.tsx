// Where a question replaces the button that asked it, the focus must not fall to the page: it goes to the first control
// that took the place of the one that went.
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
      // A control that was taken away is no longer in the page; one that was left still is.
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
