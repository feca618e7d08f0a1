// functions.json as the build publishes it: the host's only source of information on the add-in's functions.
export interface ParameterMetadata {
  readonly name: string;
  readonly description?: string;
  readonly type?: string;
  readonly dimensionality?: string;
  readonly optional?: boolean;
  readonly repeating?: boolean;
}

export interface FunctionMetadata {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly parameters: readonly ParameterMetadata[];
  readonly options?: {
    readonly cancelable?: boolean;
    readonly requiresParameterAddresses?: boolean;
    /** Errors in arguments reach the function instead of becoming its result. */
    readonly allowErrorForDataTypeAny?: boolean;
  };
}

export async function fetchFunctions(address: string): Promise<FunctionMetadata[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} returned status ${response.status}.`);
  const { functions } = (await response.json()) as { functions: FunctionMetadata[] };
  return functions;
}
