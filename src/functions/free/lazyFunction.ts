// A function that few formulas call: its code comes with its first call, and stays.
import { excelError } from '../../excel/errors/excelError';
import { load } from '../../excel/lazyCode';
import { notLoaded } from '../../excel/errors/lazyCellError';
import type { Implementation } from '../calls/invocation';

export function lazyFunction(bring: () => Promise<Implementation>): Implementation {
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
