// What the add-in and its gateway say below the pane is written in English, sentence by sentence, and said in the language of the
// reader where it is shown.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { languages } from '../../scripts/languages.mjs';
import { english, sentenceEnd, speech } from '../../src/languages/t';

/** Whose sentences reach the pane or an e-mail. Those of cells are in src/excel/errors and src/spill. */
const files = [
  'engine/request/credential',
  'excel/charts/resultChart',
  'excel/freezing/frozenParts',
  'excel/history/gatewayFeeds',
  'excel/history/history',
  'excel/history/notDue',
  'excel/templates/excelTemplates',
  'excel/templates/own/captureSheet',
  'excel/templates/own/ownTemplates',
  'excel/user/keepKey',
  'excel/user/signIn/signInFault',
  'excel/watch/gatewayWatches',
  'excel/workbook/checkedSet',
  'gateway/mcp/agentRoutes',
  'gateway/people/signIn',
  'gateway/routes/statistic',
  'gateway/watch/alertPost',
  'gateway/watch/run',
  'gateway/watch/schedule',
  'gateway/watch/spent',
  'gateway/watch/watch',
  'gateway/watch/watchForm',
  'gateway/watch/watchRoutes',
  'gateway/watch/webhookAddress',
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

function textsIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(`src/${file}.ts`, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(
        ...node.templateSpans.reduce(
          (texts, { expression, literal }) =>
            texts.flatMap((text) =>
              forms(expression, text, literal.text).map((form) => text + form + literal.text),
            ),
          [node.head.text],
        ),
      );
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found
    .filter((text) => /\p{L}{2} \p{L}/u.test(text) && /^[^a-z].*\. ?$/.test(text))
    .map((text) => text.trim());
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const [first = languages[0]!] = languages;

test.each(files)('what %s says is known in every language', (file) => {
  const texts = textsIn(file);
  expect(texts).not.toEqual([]);
  const pieces = texts.flatMap((text) => text.split(sentenceEnd)).filter((piece) => piece !== other);
  for (const { tag, direction, sentences } of languages) {
    const { said } = speech(() => ({ tag, direction, messages: {}, sentences }));
    expect([tag, pieces.filter((piece) => said(piece) === piece)]).toEqual([tag, []]);
  }
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
