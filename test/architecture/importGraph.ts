// The imports of the product as a graph of rooms. A folder without subfolders is one room; in a folder that has some, each
// file of its own stands alone, since it ties the rooms together or is what they share.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export interface Import {
  readonly from: string;
  readonly specifier: string;
  readonly typeOnly: boolean;
}

export const sourceFiles = (): string[] =>
  ['src', 'sandbox', 'playground', 'demo']
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => path.join(root, name)),
    )
    .filter((name) => /\.tsx?$/.test(name));

function importsOf(from: string): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typeOnly: boolean) => {
    if (node && ts.isStringLiteralLike(node)) found.push({ from, specifier: node.text, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(from, readFileSync(from, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

export const allImports = (): Import[] => sourceFiles().flatMap(importsOf);

/** Names the room of a file. */
export function roomNames(files: readonly string[]): (file: string) => string {
  const parents = new Set(files.map((file) => path.dirname(path.dirname(file))));
  return (file) => (parents.has(path.dirname(file)) ? file : path.dirname(file));
}

/** Resolves relative imports of TypeScript files; packages and style sheets give undefined. */
export function resolver(files: readonly string[]): (one: Import) => string | undefined {
  const known = new Set(files);
  return ({ from, specifier }) => {
    if (!specifier.startsWith('.')) return undefined;
    const target = path.join(path.dirname(from), specifier);
    return [`${target}.ts`, `${target}.tsx`, path.join(target, 'index.ts'), target].find((name) =>
      known.has(name),
    );
  };
}

/** Each circle as the path that closes it: a → b → a. */
export function circles(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (room: string, trail: readonly string[]): void => {
    const start = trail.indexOf(room);
    if (start >= 0) {
      found.push([...trail.slice(start), room].join(' → '));
      return;
    }
    if (done.has(room)) return;
    for (const next of arrows.get(room) ?? []) walk(next, [...trail, room]);
    done.add(room);
  };
  for (const room of arrows.keys()) walk(room, []);
  return found;
}
