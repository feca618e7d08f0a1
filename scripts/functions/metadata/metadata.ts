// functions.json: what Excel reads to know the functions. Written by scripts/generate.ts, compared by a test. The build makes
// a copy with its own descriptions for each language (scripts/languages.mjs).
// Arguments are of type `any` so that text, numbers, dates and empty cells reach the reader of the formula, which
// explains a wrong one; Excel's own type check would only say #VALUE!.
import { declarations } from './declaration';
import type { Argument, Declaration } from './declared';

const enumId = (declaration: Declaration, argument: Argument) =>
  `${declaration.name}.${argument.name}`.replaceAll('.', '_').toUpperCase();

/** The target of Excel's "Help on this function"; the build replaces the address. */
export const helpAnchor = (name: string) => name.toLowerCase().replaceAll('.', '-');
const helpUrl = (name: string) => `https://localhost:3000/help/functions.html#${helpAnchor(name)}`;

/** More would not be read in a tooltip. */
const mostInTooltip = 12;

const descriptionOf = ({ help, values = [] }: Argument): string =>
  values.length > 0 && values.length <= mostInTooltip ? `${help} Values: ${values.join(', ')}.` : help;

const parameterOf = (declaration: Declaration, argument: Argument) => ({
  name: argument.name,
  description: descriptionOf(argument),
  type: argument.choices ? 'string' : 'any',
  ...(argument.range && { dimensionality: 'matrix' }),
  ...(argument.optional && { optional: true }),
  ...(argument.choices && { customEnumId: enumId(declaration, argument) }),
});

export function functionsJson() {
  return {
    allowCustomDataForDataTypeAny: true,
    functions: declarations.map((declaration) => ({
      id: declaration.name,
      name: declaration.name,
      description: declaration.summary,
      helpUrl: helpUrl(declaration.name),
      options:
        declaration.result === 'scalar'
          ? { requiresAddress: true }
          : {
              cancelable: true,
              requiresAddress: true,
              // An error in one cell of a range fails its own row, not the whole formula.
              ...((declaration.operation ?? declaration.addresses) && { allowErrorForDataTypeAny: true }),
              ...(declaration.addresses && { requiresParameterAddresses: true }),
            },
      parameters: declaration.arguments.map((argument) => parameterOf(declaration, argument)),
      result: { dimensionality: declaration.result },
    })),
    enums: declarations.flatMap((declaration) =>
      declaration.arguments.flatMap((argument) =>
        argument.choices
          ? {
              id: enumId(declaration, argument),
              type: 'string',
              values: argument.choices.map(({ value, tip }) => ({
                name: value,
                stringValue: value,
                tooltip: tip,
              })),
            }
          : [],
      ),
    ),
  };
}
