// Autocomplete and argument help while a formula is typed, from functions.json.
import { BooleanNumber } from '@univerjs/core';
import { FunctionType, type IFunctionInfo } from '@univerjs/preset-sheets-core';
import type { FunctionMetadata } from '../addIn/functionMetadata';

export function functionHelp(metadata: FunctionMetadata): IFunctionInfo {
  const flag = (value: boolean) => (value ? BooleanNumber.TRUE : BooleanNumber.FALSE);
  return {
    functionName: metadata.name,
    functionType: FunctionType.User,
    description: metadata.description ?? '',
    abstract: metadata.description ?? '',
    functionParameter: metadata.parameters.map((parameter) => ({
      name: parameter.name,
      detail: parameter.description ?? '',
      example: exampleOf(parameter.type),
      require: flag(!parameter.optional),
      repeat: flag(parameter.repeating ?? false),
    })),
  };
}

function exampleOf(type: string | undefined): string {
  return type === 'number' ? '10' : type === 'boolean' ? 'TRUE' : '"text"';
}
