// The description of one request parameter. Everything that reads, checks, shows or explains a parameter
// (option parser, request schema, forms, reference, sandbox) is derived from these few kinds.

// The values of a parameter that accepts only listed values.

export function closedList(parameter: Parameter): readonly string[] | undefined {
  if (parameter.kind === 'choice') return parameter.values;
  return parameter.kind === 'list' && typeof parameter.of !== 'string' ? parameter.of : undefined;
}

/** `operation.parameter`, for a parameter whose wire name the service document does not give; see assumptions.ts. */
export type AssumptionId = `${string}.${string}`;

/** Excel keeps 15 digits of a number. */
export const mostDigits = 1e15;

/** The heading under which a form or the reference shows a parameter. */
export type Group =
  | 'Search'
  | 'Stay'
  | 'Filters'
  | 'Price'
  | 'Property'
  | 'Room'
  | 'Booking'
  | 'Amenities'
  | 'Activities'
  | 'Accessibility'
  | 'Location'
  | 'Request';

/** What a filter does to a field of the records: `price_max` lets through what has a `price` of at most its value. */
export interface Narrows {
  readonly field: string;
  readonly by: '<=' | '>=' | 'in' | 'yes';
  /** The item of a list that asks for a `yes`; a flag asks for it by itself. */
  readonly item?: string;
  /** What a value in a cell is multiplied by: a cell holds 0.2 where the filter says 20. */
  readonly scale?: number;
}

interface About {
  readonly label: string;
  readonly group: Group;
  readonly required?: true;
  readonly narrows?: Narrows | readonly Narrows[];
  /** The service document does not give this parameter's wire name; see assumptions.ts. */
  readonly assumption?: AssumptionId;
}

export interface TextParameter extends About {
  readonly kind: 'text';
  readonly minLength?: number;
  readonly default?: string;
  readonly example?: string;
  /** A code the service publishes no list of: passed through as it is; forms suggest the ones that worked. */
  readonly code?: true;
  /** A number is accepted as text only with this many digits: a ZIP code with fewer has lost its zeros. */
  readonly digits?: number;
  /** A number in this argument is sent as this other parameter. */
  readonly numberMeans?: string;
}
export interface IntegerParameter extends About {
  readonly kind: 'integer';
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
}
export interface FlagParameter extends About {
  readonly kind: 'flag';
  readonly default?: boolean;
}
export interface DateParameter extends About {
  readonly kind: 'date';
}
export interface ChoiceParameter extends About {
  readonly kind: 'choice';
  readonly values: readonly string[];
  readonly default?: string;
}
export interface ListParameter extends About {
  readonly kind: 'list';
  /** A closed list of values, free text, whole numbers, or identifiers (whole numbers or text). */
  readonly of: readonly string[] | 'text' | 'integer' | 'identifier';
  readonly maxItems?: number;
  /** Bounds of the elements of a list of whole numbers. */
  readonly min?: number;
  readonly max?: number;
  /** Order and repetition matter (two children aged five): never sorted, never deduplicated. */
  readonly sequence?: true;
}

export type Parameter =
  | TextParameter
  | IntegerParameter
  | FlagParameter
  | DateParameter
  | ChoiceParameter
  | ListParameter;

export type Parameters = Readonly<Record<string, Parameter>>;

type Extra<P extends Parameter> = Omit<P, 'kind' | 'group' | 'label'>;

/** Makes the constructor of a kind; what the table adds (bounds, default …) keeps its literal type. */
const parameter =
  <P extends Parameter>(kind: P['kind']) =>
  <const E extends Extra<P> = Extra<P>>(group: Group, label: string, extra?: E) =>
    ({ kind, group, label, ...extra }) as unknown as {
      readonly kind: P['kind'];
      readonly group: Group;
      readonly label: string;
    } & E;

export const text = parameter<TextParameter>('text');
export const integer = parameter<IntegerParameter>('integer');
export const flag = parameter<FlagParameter>('flag');
export const date = parameter<DateParameter>('date');
export const choice = parameter<ChoiceParameter>('choice');
export const list = parameter<ListParameter>('list');

type Element<Of> = Of extends readonly (infer Value)[]
  ? Value
  : Of extends 'integer'
    ? number
    : Of extends 'identifier'
      ? number | string
      : string;

/** The value a request carries for a parameter. */
export type ParameterValue<P> = P extends { kind: 'integer' }
  ? number
  : P extends { kind: 'flag' }
    ? boolean
    : P extends { kind: 'choice'; values: readonly (infer Value)[] }
      ? Value
      : P extends { kind: 'list'; of: infer Of }
        ? Element<Of>[]
        : string;

/** The one parameter that every data operation has. */
export const timeout = integer('Request', 'Time limit (seconds)', { min: 20, max: 1500, default: 300 });

/** Seconds the service may work on a request. */
export const timeoutSeconds = (params: Readonly<Record<string, unknown>>): number =>
  typeof params.timeout === 'number' ? params.timeout : timeout.default;
