// A formula's arguments as the custom functions runtime passes them, according to the parameter's declared type and
// dimensionality. An error in an argument becomes the result, and the function is not called, unless the function takes errors:
// then it fails its own item only. A cell that is still waiting is an error to nobody.
import type { Nullable } from '@univerjs/core';
import type { ArrayValueObject, BaseValueObject } from '@univerjs/preset-sheets-core';
import type { FunctionMetadata, ParameterMetadata } from '../addIn/functionMetadata';
import type { CellScalar } from '../grid/grid';
import { busy } from './pendingError';

export type Conversion = { readonly parameters: unknown[] } | { readonly error: string };

class ArgumentError extends Error {
  constructor(readonly cellError: string) {
    super(cellError);
  }
}

export function convertArguments(metadata: FunctionMetadata, given: readonly BaseValueObject[]): Conversion {
  const required = metadata.parameters.filter((parameter) => !parameter.optional).length;
  const tooMany = given.length > metadata.parameters.length && !metadata.parameters.at(-1)?.repeating;
  if (given.length < required || tooMany) return { error: '#VALUE!' };
  try {
    const takesErrors = metadata.options?.allowErrorForDataTypeAny ?? false;
    return {
      parameters: metadata.parameters.map((parameter, index) =>
        convert(
          { ...parameter, takesErrors: takesErrors && (parameter.type ?? 'any') === 'any' },
          given[index],
        ),
      ),
    };
  } catch (error) {
    if (error instanceof ArgumentError) return { error: error.cellError };
    throw error;
  }
}

interface Parameter extends ParameterMetadata {
  readonly takesErrors: boolean;
}

/** As the runtime recognizes an error among the values it is handed. */
interface PassedError {
  readonly type: 'CustomFunctionError';
  readonly code: string;
}

function convert(parameter: Parameter, value: BaseValueObject | undefined): unknown {
  if (!value || (value.isNull() && parameter.optional)) return null;
  const matrix = parameter.dimensionality === 'matrix';
  if (!value.isArray()) {
    const scalar = convertScalar(parameter, value, matrix);
    return matrix ? [[scalar]] : scalar;
  }
  const array = value as ArrayValueObject;
  if (!matrix) return convertScalar(parameter, array.getFirstCell(), false);
  return Array.from({ length: array.getRowCount() }, (_, row) =>
    Array.from({ length: array.getColumnCount() }, (__, column) =>
      convertScalar(parameter, array.get(row, column), true),
    ),
  );
}

function convertScalar(
  parameter: Parameter,
  value: Nullable<BaseValueObject>,
  inRange: boolean,
): CellScalar | PassedError | null {
  if (value?.isError()) {
    const code = String(value.getValue());
    if (parameter.takesErrors && code !== busy) return { type: 'CustomFunctionError', code };
    throw new ArgumentError(code);
  }
  const type = parameter.type ?? 'any';
  if (!value || value.isNull()) return blank(type, inRange);
  const raw = value.getValue();
  if (type === 'number') return toNumber(raw);
  if (type === 'string') return typeof raw === 'boolean' ? String(raw).toUpperCase() : String(raw);
  if (type === 'boolean') return typeof raw === 'boolean' ? raw : toNumber(raw) !== 0;
  return raw;
}

/** Excel on the web: an empty cell alone is null to an `any` parameter, inside a range it is empty text. */
function blank(type: string, inRange: boolean): CellScalar | null {
  if (type === 'number') return 0;
  if (type === 'boolean') return false;
  if (type === 'string') return '';
  return inRange ? '' : null;
}

function toNumber(raw: CellScalar): number {
  if (typeof raw === 'boolean') return raw ? 1 : 0;
  const number = typeof raw === 'number' ? raw : raw.trim() === '' ? Number.NaN : Number(raw);
  if (Number.isNaN(number)) throw new ArgumentError('#VALUE!');
  return number;
}
