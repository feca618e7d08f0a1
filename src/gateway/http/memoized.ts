// What is made of a text, kept for the next time it is asked for. All of it goes when there is too much: what is used often is soon
// there again.

export function memoized<Value>(most: number, make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      if (known.size >= most) known.clear();
      known.set(key, (value = make(key)));
    }
    return value;
  };
}
