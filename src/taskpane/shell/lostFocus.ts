// Removing a control must not lose the focus: a screen reader would start at the top of the page. The
// focus moves to the control that replaced it, or to the tab if a whole view was removed. And a key that is held
// down presses a button once: what appears under the focus may cost credits.

const controls =
  'button, input:not([hidden]), select, textarea, summary, [tabindex="0"], [role="tab"][aria-selected="true"]';

interface Place {
  readonly around: Element;
  /** Which of the controls in there it was. */
  readonly index: number;
}

const controlsIn = (around: Element) => [...around.querySelectorAll<HTMLElement>(controls)];

function placesOf(target: Element, root: Element): Place[] {
  const places: Place[] = [];
  for (let around = target.parentElement; around; around = around.parentElement) {
    places.push({ around, index: controlsIn(around).findIndex((control) => control === target) });
    if (around === root) break;
  }
  return places;
}

/** Some of them cannot take it (in a folded section); then the next, then the ones before. */
function focusOneOf(candidates: readonly HTMLElement[], index: number): void {
  const at = Math.max(0, Math.min(index, candidates.length - 1));
  for (const candidate of [...candidates.slice(at), ...candidates.slice(0, at).reverse()]) {
    candidate.focus();
    if (document.activeElement === candidate) return;
  }
}

export function restoreLostFocus(root: HTMLElement): () => void {
  let last: Element | undefined;
  let places: readonly Place[] = [];
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    last = target;
    places = placesOf(target, root);
  };
  const look = () => {
    // A pane without the focus must not take it from the sheet.
    if (!last || last.isConnected || document.activeElement !== document.body || !document.hasFocus()) return;
    const place = places.find(({ around }) => around.isConnected);
    if (!place) return;
    const tab = root.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    const wholeView = place.around === root || place.around.matches('[role="tabpanel"], main');
    if (wholeView && tab) tab.focus();
    else focusOneOf(controlsIn(place.around), place.index);
  };
  const pressOnce = (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement)
      event.preventDefault();
  };
  const watch = new MutationObserver(look);
  watch.observe(root, { childList: true, subtree: true });
  root.addEventListener('focusin', remember);
  root.addEventListener('keydown', pressOnce);
  return () => {
    watch.disconnect();
    root.removeEventListener('focusin', remember);
    root.removeEventListener('keydown', pressOnce);
  };
}
