// Every refusal of the gateway has the shape the service documents: an object with one field, `detail`.
// So the add-in reads one error model, wherever the error was made.

export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly status: number,
    readonly detail: string | readonly InvalidField[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof detail === 'string' ? detail : 'The request body is not valid.');
  }
}

/** One item of a 422 response, as the service writes it. */
export interface InvalidField {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** The body of such a refusal, and of any other message of the gateway's own. */
export const problemBody = (detail: Problem['detail']): string => JSON.stringify({ detail });

export const notFound = 'Not found.';
export const unexpected = 'Something went wrong in the gateway. See its log for details.';

export const isProblem = (value: unknown): value is Problem => value instanceof Problem;
