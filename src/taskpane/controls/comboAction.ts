// What a key does in a combobox with a listbox, after the ARIA pattern.

export interface ComboState {
  readonly open: boolean;
  readonly query: string;
  /** The active option, and how many there are. */
  readonly current: number;
  readonly count: number;
}

type ComboAction =
  | { readonly type: 'open' | 'toggle' | 'close' | 'clear' }
  | { readonly type: 'move'; readonly to: number };

/** Undefined if the text field handles the key. */
export function comboAction(
  key: string,
  { open, query, current, count }: ComboState,
): ComboAction | undefined {
  const move = (to: number): ComboAction => ({ type: 'move', to: Math.max(0, Math.min(to, count - 1)) });
  if (key === 'ArrowDown' || key === 'ArrowUp')
    return open ? move(current + (key === 'ArrowDown' ? 1 : -1)) : { type: 'open' };
  if (key === 'Escape') return open ? { type: 'close' } : query ? { type: 'clear' } : undefined;
  if (!open) return undefined;
  if (key === 'Home') return move(0);
  if (key === 'End') return move(count - 1);
  return key === 'Enter' && count > 0 ? { type: 'toggle' } : undefined;
}
