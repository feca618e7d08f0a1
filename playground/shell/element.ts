// The page's fixed elements, by id; a missing one is a bug in playground.html.
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`playground.html has no #${id}.`);
  return found;
}
