// What a field suggests while somebody types. Searched by value and by name; the browser brings keyboard and screen reader.
import { memo } from 'react';
import type { Suggestion } from '../formulas/choices/knownCodes';

/** There may be a thousand, and the form is drawn again with every key. */
export const Suggestions = memo(
  ({ id, values }: { readonly id: string; readonly values: readonly Suggestion[] }) => (
    <datalist id={id}>
      {values.map(({ value, label }) => (
        <option key={value} value={value} label={label} />
      ))}
    </datalist>
  ),
);
