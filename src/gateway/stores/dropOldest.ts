// What is remembered for whoever comes again is bounded: the oldest goes. Maps and sets keep their entries in the order they came in.

export function dropOldest<Key>(
  kept: { readonly size: number; keys(): Iterable<Key>; delete(key: Key): boolean },
  most: number,
): void {
  if (kept.size <= most) return;
  for (const oldest of kept.keys()) return void kept.delete(oldest);
}
