// The filter sets an unreadable formula names: when one of them is saved later, its cell is worth another try.

const name = /@\s*([^;@"]+)/g;

export function namedSets(args: readonly unknown[], arity: number): string[] {
  const options = [args[arity - 1]].flat(2);
  return options.flatMap((value) =>
    typeof value === 'string' ? [...value.matchAll(name)].map((found) => found[1]!.trim()) : [],
  );
}
