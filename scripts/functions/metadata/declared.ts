// What Excel and the reference need to know about a function.
import type { OperationId } from '../../../src/operations';
import type { Example } from '../../../src/operations/table/operation';

export interface Choice {
  readonly value: string;
  readonly tip: string;
}

export interface Argument {
  readonly name: string;
  readonly help: string;
  readonly optional: boolean;
  /** Takes a range as well as one value. */
  readonly range: boolean;
  /** The only values it takes, one at a time or as a range; Excel offers no list for a range. */
  readonly values?: readonly string[];
  /** A closed list, offered by Excel while typing. */
  readonly choices?: readonly Choice[];
}

export interface Declaration {
  /** Id and name in Excel. */
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly Argument[];
  /** One cell, or a table that spills. */
  readonly result: 'scalar' | 'matrix';
  readonly operation?: OperationId;
  /** It is told which cells its arguments are. */
  readonly addresses?: true;
  readonly examples: readonly Example[];
}
