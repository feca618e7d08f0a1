// What the add-in and its gateway say below the pane is written in English, sentence by sentence, and said in the language of the
// reader where it is shown.
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { languages } from '../../scripts/languages.mjs';
import { english, sentenceEnd, speech } from '../../src/languages/t';

/** Of the gateway, whose sentences reach a cell, the pane or an e-mail; all others are for its administrators and for programs. */
const ofGateway = [
  'gateway/calls/attempt',
  'gateway/calls/callCoordinator',
  'gateway/http/readLimit',
  'gateway/mcp/agentRoutes',
  'gateway/openWatches',
  'gateway/people/entraTokens',
  'gateway/people/signIn',
  'gateway/routes/dataService',
  'gateway/routes/jobTickets',
  'gateway/routes/statistic',
  'gateway/spending/rateWindows',
  'gateway/watch/alertMail',
  'gateway/watch/alertPost',
  'gateway/watch/run',
  'gateway/watch/runner',
  'gateway/watch/schedule',
  'gateway/watch/spent',
  'gateway/watch/views',
  'gateway/watch/watch',
  'gateway/watch/watchForm',
  'gateway/watch/watchRoutes',
  'gateway/watch/webhookAddress',
].map((name) => `src/${name}.ts`);

/** What no reader sees, and why. */
const notShown: readonly (readonly [file: RegExp, why: string])[] = [
  [/^src\/excel\/check\//, 'a report for whoever maintains Spillway'],
  [/^src\/taskpane\/settings\/diagnostics/, 'a report for whoever helps'],
  [/vocabulary|optionMeant|localWords|check\/labels/, 'words that are read, not said'],
  [/history\/read\/feedText/, 'text for other programs'],
  [
    /request\/pastStay|ports\/clock|stores\/connection|client\/exchange/,
    'what another part of Spillway is told',
  ],
  [/stores\/stringStore|schedule\/sharedRateWindows/, 'names of what is stored or locked'],
];

/** What formulas compare with, and what programs and administrators are told: the same in every language. */
const codes = [
  'not in list',
  'is not empty',
  'watches cannot be stored',
  'Nothing is cached for this request.',
  'The body is not {"requests": […]} with up to x requests.',
  'The service is still working. The response will be available at the address in Location.',
];

/** A sentence of its own, from elsewhere. */
const other = 'Odd.';

/** Both of `count === 1 ? 'result was' : 'results were'`, and `x` for what is known later. */
function forms(node: ts.Expression, before: string, after: string): string[] {
  if (ts.isParenthesizedExpression(node)) return forms(node.expression, before, after);
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((one) => forms(one, before, after));
  if (ts.isStringLiteral(node)) return [node.text];
  const isSentence = /^ \p{Lu}/u.test(after) || (/[.)]. $/.test(before) && after === '');
  return [isSentence || /\. $/.test(before + after) ? other : 'x'];
}

/** Messages of failures that nobody foresaw: the pane says that something went wrong, and quotes them. */
const isUnforeseen = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && /^(?:Type|Range|DOM)?(?:Error|Exception)$/.test(node.expression.getText());

/** A sentence, or at least three words in a row: fewer are keys and codes. */
const isProse = (text: string): boolean =>
  !/\n|^<|\bsw-|^ \p{Ll}/u.test(text) &&
  (/\p{L}{2} \p{L}.*\. ?$/u.test(text) || /\p{L}{2} [\p{L}’]+ \p{L}{2}/u.test(text));

/** Every text that an expression can be: of `'a ' + `b ${c}`` it is one. */
function written(node: ts.Expression): string[] | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (texts, { expression, literal }) =>
        texts.flatMap((text) =>
          forms(expression, text, literal.text).map((form) => text + form + literal.text),
        ),
      [node.head.text],
    );
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [written(node.left), written(node.right)];
  return left && right && left.flatMap((text) => right.map((more) => text + more));
}

function textsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || isUnforeseen(node)) return;
    if (ts.isJsxText(node) && /\p{L}{2}/u.test(node.text)) found.push(`${node.text.trim()} in markup.`);
    const texts = written(node as ts.Expression);
    found.push(...(texts ?? []));
    // What stands in the values of a template is a text of its own; the halves of a joined one are not.
    if (texts && ts.isBinaryExpression(node)) return;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter(isProse).map((text) => text.trim());
}

/** What stands between words: a comma, a colon or a semicolon, and a space. Chinese has other signs and no space, Arabic other signs. */
const isSign = (text: string): boolean => /^[,:;] $/.test(text);

/** Where code puts words together: `a.join(', ')`, `${name}: ${value}`, and `{a}, {b}` in markup. */
function signsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node);
    if (isText ? isSign(node.text) : ts.isJsxText(node) && /^\s*[,:;](?:\s|$)/.test(node.text))
      found.push(`${file}: ${node.parent.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Text that is read by formulas, programs or a gateway, and is the same in every language. */
const forReading: readonly (readonly [file: RegExp, why: string])[] = [
  [/spill\/read\/|spill\/where\/|draft\/draftFormula|choices\/conditionRows/, 'the text of a formula'],
  [
    /functions\/free\/ownFunctions|history\/observation|history\/wantedItems|text\/outcome/,
    'options of a formula',
  ],
  [/watch\/watchText/, 'conditions of a formula'],
  [/spill\/grid\/(?:fieldReader|readable|grid|cards)|history\/historyFunctions/, 'values of cells'],
  [/spill\/grid\/columnReader|choices\/columnChoices/, 'the English name, which is searched and compared'],
  [/watch\/(?:gatewayWatches|watchForm)/, 'cells as a gateway keeps them'],
  [/charts\/charts/, 'the name by which a chart is found again'],
  [/settings\/excelCheckCard/, 'a report for whoever maintains Spillway'],
  [
    /client\/serviceWords|calls\/commands|history\/watchAlert/,
    'English, which is said in the language where it is shown',
  ],
];

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const [first = languages[0]!] = languages;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) =>
    /^src\/(?:engine|excel|functions|history|match|operations\/check|spill|taskpane)\/.+\.tsx?$/.test(file),
  )
  .filter((file) => !notShown.some(([pattern]) => pattern.test(file)));

const texts = [...files, ...ofGateway].flatMap((file) => textsIn(file).map((text) => [file, text] as const));

test('texts are found in code of every kind', () => {
  expect(texts.length).toBeGreaterThan(150);
});

test('words are joined by messages or by the signs of the language, not in code', () => {
  const found = files.filter((file) => !forReading.some(([pattern]) => pattern.test(file))).flatMap(signsIn);
  expect(found).toEqual([]);
});

test.each(languages)('$tag has every text that stands in code outside the messages', (language) => {
  const { tag, direction, sentences, table, cells } = language;
  const { said } = speech(() => ({ tag, direction, messages: {}, sentences }));
  const isKnown = (text: string) => text in table || text in cells.labels || codes.includes(text);
  const missing = texts
    .filter(([, text]) => !isKnown(text))
    .flatMap(([file, text]) => text.split(sentenceEnd).map((piece) => [file, piece] as const))
    .filter(([, piece]) => piece !== other && said(piece) === piece);
  expect(missing).toEqual([]);
});

test.each(languages)('$tag says the same sentences, with the same values', ({ sentences }) => {
  expect(Object.keys(sentences)).toEqual(Object.keys(first.sentences));
  for (const [source, own] of Object.entries(sentences))
    expect([source, placeholders(own)]).toEqual([source, placeholders(source)]);
});

test('values are taken over, sentence by sentence, and what is not known stays', () => {
  const { said } = speech(() => ({
    tag: 'nl',
    direction: 'ltr',
    messages: {},
    sentences: {
      'The limit of {most} credits a day is reached.': 'De grens van {most} credits per dag is bereikt.',
      'It ends on {day}.': 'Eindigt op {day}.',
      'Try again.': 'Probeer het opnieuw.',
      'The gateway says: {what}': 'De gateway meldt: {what}',
    },
  }));
  expect(said('The limit of 5 credits a day is reached. Odd. Try again.')).toBe(
    'De grens van 5 credits per dag is bereikt. Odd. Probeer het opnieuw.',
  );
  expect(said('It ends on 2027-02-01.')).toBe('Eindigt op 1 feb 2027.');
  expect(said('The gateway says: Try again.')).toBe('De gateway meldt: Probeer het opnieuw.');
  expect(speech(() => english).said('Try again.')).toBe('Try again.');
});

test.each(languages)('$tag says why a budget refuses, as gateways of any version write it', (language) => {
  const { tag, direction, sentences } = language;
  const { said } = speech(() => ({ tag, direction, messages: {}, sentences }));
  const budgets = ['your', 'the team’s', 'the budget group Buyers’s'].flatMap((whose) =>
    ['today', 'this month'].map((when) => `${whose} budget of 50 credits for ${when}`),
  );
  const refusals = budgets.flatMap((budget) => [
    `${budget.charAt(0).toUpperCase()}${budget.slice(1)} has 3 left, and this request costs 5.`,
    `What is left of ${budget} is reserved for another gateway that is not responding.`,
    `The gateway cannot reach its shared store, and its share of ${budget} does not cover 5 credits.`,
  ]);
  for (const refusal of [...refusals, 'The budget resets at midnight (Asia/Hong_Kong).'])
    expect([refusal, said(refusal)]).not.toEqual([refusal, expect.stringMatching(/budget of|left|midnight/)]);
});
