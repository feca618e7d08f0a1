// The requirement sets this Excel claims to have. `?without=CustomFunctionsRuntime@1.4` in the page's address lowers one and
// `?with=ExcelApi@1.20` raises one, so that a test can check how the add-in behaves in an older or a newer Excel.
import type { DataTypes } from '../calls/functionResult';

const full: Readonly<Record<string, string>> = {
  ExcelApi: '1.19',
  SharedRuntime: '1.2',
  CustomFunctionsRuntime: '1.4',
  // Internal to office.js: 1.7 sends results as arrays, 1.9 tells the host how long each took.
  CustomFunctions: '1.9',
  RibbonApi: '1.1',
  AddinCommands: '1.1',
  DialogApi: '1.1',
  Settings: '1.1',
  DocumentEvents: '1.1',
  IdentityAPI: '1.3',
};

export type RequirementMatrix = Readonly<Record<string, string>>;

export function requirementMatrix(
  without: readonly string[],
  raised: readonly string[] = [],
): RequirementMatrix {
  const matrix: Record<string, string> = { ...full };
  for (const entry of raised) {
    const [name = '', version] = entry.split('@');
    if (version !== undefined) matrix[name] = version;
  }
  for (const entry of without) {
    const [name = '', version] = entry.split('@');
    const lower = version === undefined ? undefined : versionBefore(version);
    if (lower === undefined) delete matrix[name];
    else if (matrix[name] !== undefined) matrix[name] = lower;
  }
  return matrix;
}

function versionBefore(version: string): string | undefined {
  const minor = Number(version.split('.')[1] ?? 0);
  return minor > 1 ? `1.${minor - 1}` : undefined;
}

/** Which data types custom functions may return. */
export function dataTypesOf(matrix: RequirementMatrix): DataTypes {
  if (!supports(matrix, 'CustomFunctionsRuntime', 4) || !supports(matrix, 'ExcelApi', 16)) return 'none';
  return supports(matrix, 'ExcelApi', 19) ? 'cards' : 'formats';
}

export function supports(matrix: RequirementMatrix, name: string, minor: number): boolean {
  return Number((matrix[name] ?? '0.0').split('.')[1]) >= minor;
}
