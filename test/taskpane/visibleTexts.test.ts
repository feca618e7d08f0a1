// What people read stands in src/languages, not in the code of the views.
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** What stays English: reports for support, text for other programs. */
const left = [/^settings\/diagnostics\.ts$/, /^history\/read\/(?:feedText|historyRows)\.ts$/];

/** Names of drafts, keys, files, classes and groups of parameters; what goes into a report. */
const notForReaders =
  /^(?:history|ledger|refresh|freeze|relink|match|deleted|spending|sharing) [a-z]+$|^(?:Arrow|Enter|Escape|Home|End|Backspace|Search|Stay|Spillway|Spillway ledger|Sources|filter sets|key)$|^https?:|^\(prefers|^button, |^\.json|^sw-|^ \(expected |^Spillway …|^The view is outside|^(?:older|entry|not|is|is not) /;

const isProse = (text: string) =>
  !notForReaders.test(text) &&
  (/^\s*[A-Z][a-z]+(?:[ .,:…]|$)/.test(text) || /\p{L}+[,.:;]? \p{L}{2,}|^ \p{L}{2,} $/u.test(text));

const attributes =
  /^(?:label|title|help|hint|placeholder|action|question|empty|name|unit|text|alt|aria-(?:label|description|valuetext))$/;

/** The texts that an expression can be, however it is chosen: `isNew && 'new'`, `count > 1 ? 'many' : 'one'`. */
function outcomes(node: ts.Expression | undefined): string[] {
  if (!node) return [];
  if (ts.isParenthesizedExpression(node)) return outcomes(node.expression);
  if (ts.isConditionalExpression(node)) return [...outcomes(node.whenTrue), ...outcomes(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return outcomes(node.right);
  if (ts.isTemplateExpression(node))
    return [[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('')];
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ? [node.text] : [];
}

function prose(file: string, folder = 'src/taskpane'): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(
    file,
    readFileSync(`${folder}/${file}`, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const note = (node: ts.Node, text: string) =>
    found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${text.trim()}`);
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isJsxText(node) && /\p{L}{2}/u.test(node.text)) note(node, node.text);
    if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer)) {
      const visible = attributes.test(node.name.getText()) && /\p{L}/u.test(node.initializer.text);
      if (visible && !notForReaders.test(node.initializer.text)) note(node, node.initializer.text);
      return;
    }
    // Where a reader sees it, one word is enough.
    const { parent } = node;
    const isShown =
      ts.isJsxExpression(node) && (!ts.isJsxAttribute(parent) || attributes.test(parent.name.getText()));
    if (isShown)
      for (const text of outcomes(node.expression))
        if (/\p{L}{2}/u.test(text) && !notForReaders.test(text)) note(node, text);
    const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
    const isKey =
      ts.isPropertyAssignment(node.parent ?? node) && (node.parent as ts.PropertyAssignment).name === node;
    const isNoun = ts.isCallExpression(node.parent ?? node) && node.parent.getText().startsWith('plural(');
    if (isText && !isKey && !isNoun && isProse(node.text)) note(node, node.text);
    if (ts.isTemplateExpression(node)) {
      const text = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
      if (/\p{L}{3,}/u.test(text.replaceAll('…', '')) && isProse(text)) note(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = readdirSync('src/taskpane', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));

test('no text for readers stands in the code of a view that is translated', () => {
  const done = files.filter((file) => !left.some((pattern) => pattern.test(file)));
  expect(done.length).toBeGreaterThan(70);
  expect(done.flatMap((file) => prose(file))).toEqual([]);
});

test('numbers and dates follow the language of the reader', () => {
  const fixed = files.filter((file) =>
    /\.toLocale\w+\(\s*['"`]/.test(readFileSync(`src/taskpane/${file}`, 'utf8')),
  );
  expect(fixed).toEqual([]);
});

test.each(left)('what is left is still left: %s', (pattern) => {
  expect(files.filter((file) => pattern.test(file)).flatMap((file) => prose(file))).not.toEqual([]);
});

/** Code whose sentences cells show: why there is no result, what is wrong with a formula. */
const ofCells = [
  'excel/errors',
  'spill/read',
  'spill/where',
  'spill/grid/columnReader.ts',
  'spill/grid/gridOf.ts',
  'match/compare.ts',
  'operations/check/ignoredFilters.ts',
  'operations/check/request.ts',
  'operations/check/suggestions.ts',
  'functions/calls/partialResult.ts',
  'functions/calls/plan.ts',
  'functions/free',
  'functions/history',
  'functions/startUp.ts',
];

/** Other names of options, words of other languages, headings, states; formats, and how `where` is written. */
const notSaid =
  /^(?:[\p{L}\p{M}\p{N} -]+ ?)$|^(?:Change %|partly gone, … of …|yyyy-mm-dd hh:mm|… is empty)$/u;

test('no sentence of a cell stands in the code that says it', () => {
  const all = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && ofCells.some((own) => file.startsWith(own)));
  expect(all.length).toBeGreaterThan(45);
  const found = all.flatMap((file) => prose(file, 'src'));
  expect(found.filter((line) => !notSaid.test(line.replace(/^\S+ /, '')))).toEqual([]);
});
