// While a formula is typed, Excel previews its value by calling the function with `isInValuePreview` on the invocation
// (CustomFunctionsRuntime 1.5). The runtime in Microsoft's npm package does not support that field yet, so it is set on the
// invocation in the add-in's window; the rest is an ordinary call.
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
    calls.invoke({ ...call, cancelable: true, takesErrors: true, onResult });
  }).finally(() => CustomFunctions.associate(call.functionId, original));
}
