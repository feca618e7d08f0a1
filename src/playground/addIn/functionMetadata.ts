// functions.json as the build publishes it. The host knows the add-in's functions from here and from nowhere else.
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
    readonly requiresAddress?: boolean;
    readonly volatile?: boolean;
  };
}

export async function fetchFunctions(address: string): Promise<FunctionMetadata[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  const { functions } = (await response.json()) as { functions: FunctionMetadata[] };
  return functions;
}
