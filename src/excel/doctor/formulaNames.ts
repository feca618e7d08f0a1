// A file that was saved where the add-in was not known has its functions under another name: _xldudf_STAYS_SEARCH. Excel shows
// #NAME? for them until the formula is entered again.
import { functionNames } from '../../operations/functionNames';
import { formulaName } from '../host';

const stored = new RegExp(
  `(?<![\\w.])_xldudf_(?:[A-Z]+_)?(${functionNames.map((name) => name.replace('.', '_')).join('|')})(?=\\s*\\()`,
  'gi',
);

/** The formula as it is entered here; texts inside it stay. */
export const withKnownNames = (formula: string): string =>
  formula.replace(/"(?:[^"]|"")*"|[^"]+/g, (piece) =>
    piece.startsWith('"')
      ? piece
      : piece.replace(stored, (_, name: string) => formulaName(name.toUpperCase().replace('_', '.'))),
  );
