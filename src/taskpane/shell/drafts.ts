// What a person has typed, kept outside React: neither a change of view nor an error of the pane may lose it.

export interface Drafts {
  read<Value>(name: string): Value | undefined;
  write(name: string, value: unknown): void;
}

export function createDrafts(): Drafts {
  const kept = new Map<string, unknown>();
  return {
    read: <Value>(name: string) => kept.get(name) as Value | undefined,
    write: (name, value) => void kept.set(name, value),
  };
}

/** Set when another view sends the person to what can be relinked. */
export const sharingWanted = 'sharing wanted';
