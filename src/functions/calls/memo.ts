// A bounded memory in two generations: what is used moves to the young one, what was not used since the last change
// of generation is dropped. A hit costs one lookup, which a list ordered by use would not.

export interface Memo<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly drop: (key: string) => void;
  /** What was remembered grew by so much. */
  readonly weigh: (weight: number) => void;
  readonly clear: () => void;
}

export function createMemo<Value>(mostEntries: number, mostWeight: number): Memo<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let weight = 0;

  const turn = () => {
    old = young;
    young = new Map();
    weight = 0;
  };
  const set = (key: string, value: Value) => {
    if (young.size >= mostEntries) turn();
    young.set(key, value);
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined || old.size === 0) return value;
      const kept = old.get(key);
      if (kept !== undefined) {
        old.delete(key);
        set(key, kept);
      }
      return kept;
    },
    set,
    drop(key) {
      young.delete(key);
      old.delete(key);
    },
    weigh(more) {
      weight += more;
      if (weight > mostWeight) turn();
    },
    clear() {
      turn();
      old = new Map();
    },
  };
}
