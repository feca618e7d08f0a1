// useState whose value outlives the view.
import { useCallback, useState } from 'react';
import { usePane } from './paneContext';

export function useDraft<Value>(
  name: string,
  initial: () => Value,
): [Value, (change: Value | ((old: Value) => Value)) => void] {
  const { drafts } = usePane();
  const [value, setValue] = useState<Value>(() => drafts.read<Value>(name) ?? initial());
  const set = useCallback(
    (change: Value | ((old: Value) => Value)) =>
      setValue((old) => {
        const next = typeof change === 'function' ? (change as (old: Value) => Value)(old) : change;
        drafts.write(name, next);
        return next;
      }),
    [drafts, name],
  );
  return [value, set];
}
