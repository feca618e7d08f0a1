// A response other than 200, in the documented format: `detail` is a sentence, or for 422 a list of faults.

/** One item of a 422, in pydantic's format. */
export interface BodyFault {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly status: number,
    readonly detail: string | readonly BodyFault[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join(' '));
  }
}

/** A well-formed value that the source does not know. */
export const unknownValue = (loc: readonly (string | number)[], says: string, input: unknown): BodyFault => ({
  type: 'value_error',
  loc: ['body', ...loc],
  msg: `Value error, ${says}`,
  input,
  ctx: { error: says },
});
