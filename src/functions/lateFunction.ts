// A function that few formulas call: its code comes with its first call, and stays.
import { excelError } from '../excel/excelError';
import { load } from '../excel/lateCode';
import { notLoaded } from '../excel/lateCellError';
import type { Implementation } from './invocation';

export function lateFunction(bring: () => Promise<Implementation>): Implementation {
  let implementation: Implementation | undefined;
  return (...args) => {
    if (implementation) return implementation(...args);
    return load(bring).then(
      (brought) => (implementation = brought)(...args),
      () => {
        throw excelError(notLoaded);
      },
    );
  };
}
