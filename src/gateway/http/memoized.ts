// What is made of a text or a number, kept for the next time it is asked for. All of it goes when there is too much: what is used often is soon
// there again.

export function memoized<Value, Key extends string | number = string>(
  most: number,
  make: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      if (known.size >= most) known.clear();
      known.set(key, (value = make(key)));
    }
    return value;
  };
}
