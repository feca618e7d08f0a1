// A whole number within limits, as typed into a setting.

interface Limits {
  readonly min: number;
  readonly max: number;
  /** An empty field is otherwise no number, and fine. */
  readonly required: boolean;
}

export function readNumber(
  text: string,
  { min, max, required }: Limits,
): { readonly value: number | undefined } | { readonly wrong: string } {
  if (text.trim() === '' && !required) return { value: undefined };
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return { value };
  return { wrong: `Enter a whole number from ${min} to ${max.toLocaleString('en')}.` };
}
