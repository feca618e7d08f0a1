// While a formula is written, Excel previews its value: it calls the function with `isInValuePreview` on the invocation
// (CustomFunctionsRuntime 1.5). The runtime in Microsoft's npm package does not know that field yet, so the mark is put on
// the invocation in the add-in's own window; everything else is an ordinary call.
import type { CustomFunctionCalls, FunctionCall } from './customFunctionCalls';
import type { FunctionResult } from './functionResult';

type Implementation = (...args: unknown[]) => unknown;

interface RuntimeWindow {
  readonly CustomFunctions: {
    readonly _association: { readonly mappings: Readonly<Record<string, Implementation | undefined>> };
    associate(id: string, implementation: Implementation): void;
  };
}

export type PreviewedCall = Pick<FunctionCall, 'functionId' | 'parameters' | 'address'>;

export function previewValue(
  addIn: Window,
  calls: CustomFunctionCalls,
  call: PreviewedCall,
): Promise<FunctionResult> {
  const { CustomFunctions } = addIn as unknown as RuntimeWindow;
  const original = CustomFunctions._association.mappings[call.functionId];
  if (!original) return Promise.reject(new Error(`The add-in has no function ${call.functionId}.`));
  CustomFunctions.associate(call.functionId, (...args) => {
    Object.assign(args.at(-1) as object, { isInValuePreview: true });
    return original(...args);
  });
  return new Promise<FunctionResult>((onResult) => {
    calls.invoke({ ...call, cancelable: true, onResult });
  }).finally(() => CustomFunctions.associate(call.functionId, original));
}
