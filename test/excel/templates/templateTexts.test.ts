// A template in another language shows the same figures: only words change that no formula reads.
import { languages } from '../../../scripts/languages.mjs';
import { templateIn } from '../../../src/excel/templates/templateTexts';
import type { TemplateSheet } from '../../../src/templates/template';
import { templates } from '../../../src/templates/templates';
import { tripPlanner } from '../../../src/templates/tripPlanner';
import { installCustomFunctions } from '../../functions/support/customFunctions';
import { fillBoard, shortened, type Board } from '../../templates/filledBoard';
import { closeAll, functionsOver } from '../../templates/sandboxFunctions';

beforeAll(installCustomFunctions);
afterAll(closeAll);

const sayer =
  ({ table, cells }: (typeof languages)[number]) =>
  (text: string) =>
    cells.labels[text] ?? table[text] ?? text;

const cells = ({ blocks }: TemplateSheet) => blocks.flatMap(({ rows }) => rows.flat());

/** Rows of headings in which one is there twice: a table of Excel would not take them. */
const doubled = (sheets: readonly TemplateSheet[]) =>
  sheets.flatMap(({ blocks }) =>
    blocks
      .map(({ rows: [first = []] }) => first.filter((cell) => typeof cell === 'string' && cell !== ''))
      .filter((heads) => heads.length > 2 && new Set(heads).size < heads.length),
  );

const literal = /"(?:[^"]|"")*"/g;

const literalsOf = (cells: readonly unknown[]) =>
  cells.flatMap((cell) => (typeof cell === 'string' ? (cell.match(literal) ?? []) : []));

/** What a formula does, whatever it says. */
const unsaid = (cell: unknown) =>
  typeof cell === 'string' && cell.startsWith('=') ? cell.replaceAll(literal, '""') : cell;

const isWords = (cell: unknown) => typeof cell === 'string' && /\p{L}/u.test(cell) && !/^\w*=/.test(cell);

const numbers = ({ calculated }: Board) =>
  [...calculated].map(([sheet, own]) => [
    sheet,
    [...own].filter(([, { value }]) => typeof value !== 'string').map(([at, { value }]) => [at, value]),
  ]);

describe.each(templates.map((template) => [template.id, template] as const))('%s', (_, template) => {
  it('has the same figures in another language', async () => {
    const short = shortened(template);
    const functions = await functionsOver();
    // The first one fetches, and has no history yet.
    await fillBoard(short, functions);
    const english = numbers(await fillBoard(short, functions));
    const translated = numbers(await fillBoard(templateIn(sayer(languages[0]!), short), functions));
    expect(english.flat(3).length).toBeGreaterThan(20);
    expect(translated).toEqual(english);
  });

  it.each(languages)('has other words in $tag, and nothing else', (language) => {
    const own = templateIn(sayer(language), template);
    const [before, after] = [template, own].map(({ sheets }) => sheets.flatMap(cells));
    expect(
      after!.filter((cell, index) => unsaid(cell) !== unsaid(before![index]) && !isWords(before![index])),
    ).toEqual([]);
    expect(after!.filter((cell, index) => cell !== before![index]).length).toBeGreaterThan(4);
    expect(doubled(own.sheets)).toHaveLength(doubled(template.sheets).length);
    expect(own.live).toEqual(template.live);
    // What is compared with the beginning of a text is no text that is translated.
    const beginnings = literalsOf(after!).filter((text) => /^"\p{L}[^=]*\*"$/u.test(text));
    expect(beginnings.filter((text) => text !== '"undecided*"')).toEqual([]);
    const said = literalsOf([...after!, ...own.sheets.map(({ liveStatus }) => liveStatus)]);
    expect(said.filter((text) => text.length > 257)).toEqual([]);
    expect(after!.filter((cell) => typeof cell === 'string' && cell.length > 8_000)).toEqual([]);
  });
});

it.each(languages)('shows nobody’s share in $tag while it is not known who is on a leg', async (language) => {
  const own = templateIn(sayer(language), tripPlanner);
  // Also where something else is wrong with the leg.
  for (const changes of [{ 'legs!D8': 'Zoe' }, { 'legs!D8': 'Zoe', 'legs!A8': '' }]) {
    const only = ['costs!E7:F10', 'costs!L7:L8'];
    const board = await fillBoard(own, undefined, changes, { only });
    const shares = only.flatMap((area) => board.values(area)).flat();
    expect(new Set(shares)).toEqual(new Set([sayer(language)('See who is on each leg')]));
  }
});
