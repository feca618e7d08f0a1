// The formulas of the templates, calculated by LibreOffice as well: what the playground's engine makes of them is not believed
// alone. Formulas with functions that this LibreOffice lacks keep the playground's results, and are listed.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readArea } from '../../src/excel/workbook/area';
import { templates } from '../../src/templates/templates';
import { installCustomFunctions } from '../functions/support/customFunctions';
import { LibreOffice, type Sheets, type SheetValue } from '../libreOffice';
import { fillBoard, place, shortened, type Calculated, type CalculatedCell } from './filledBoard';
import { closeAll, functionsOver, type Reply } from './sandboxFunctions';
import { functionsIn, xlsx } from './xlsx';

const office = new LibreOffice();
beforeAll(installCustomFunctions);
afterEach(closeAll);
afterAll(office.remove);

/** LibreOffice has them from 24.8 and 25.8 on. */
const maybeLacking = ['FILTER', 'SEQUENCE', 'SORTBY', 'TAKE'];

const fails: Reply = () => Promise.resolve(Response.json({ detail: 'No such thing.' }, { status: 412 }));
/** Every other request fails. */
const half = (): Reply => {
  let turn = 0;
  return (body, respond) => ((turn += 1) % 2 === 0 ? fails(body, respond) : respond());
};
const states: Readonly<Record<string, (() => Reply) | undefined>> = {
  live: () => (_, respond) => respond(),
  'half failed': half,
  samples: undefined,
};

async function calculated(): Promise<Map<string, Calculated>> {
  const books = new Map<string, Calculated>();
  for (const template of templates.map(shortened))
    for (const [state, reply] of Object.entries(states)) {
      const board = await fillBoard(template, reply && (await functionsOver(reply())));
      books.set(`${template.id} ${state}`, board.calculated);
    }
  return books;
}

async function save(books: ReadonlyMap<string, Calculated>): Promise<Map<string, Sheets>> {
  const files = [...books].map(([name, book]) => {
    const file = path.join(office.folder, `${name}.xlsx`);
    writeFileSync(file, xlsx(book));
    return file;
  });
  const opened = await office.open(files);
  return new Map([...books.keys()].map((name, index) => [name, opened[index]!]));
}

/** Asks LibreOffice itself, with a call of each. */
async function lacking(names: readonly string[]): Promise<string[]> {
  const calls = names.map((name): CalculatedCell => ({ value: '', formula: `=${name}({1;2},{1;2})` }));
  const book = new Map([['probe', new Map(calls.map((cell, row) => [place(row, 0), cell]))]]);
  const [rows = []] = [...(await save(new Map([['probe', book]]))).get('probe')!.values()];
  return names.filter((_, row) => rows[row]?.[0]?.value === '#NAME?');
}

const withoutFormulas = (book: Calculated, isLeft: (formula: string) => boolean): Calculated =>
  new Map(
    [...book].map(([sheet, cells]) => [
      sheet,
      new Map(
        [...cells].map(([at, cell]) => [
          at,
          cell.formula !== undefined && isLeft(cell.formula) ? { value: cell.value } : cell,
        ]),
      ),
    ]),
  );

/** In the last half second of a minute, one engine shows the next one. */
const withoutMinute = (value: SheetValue) =>
  typeof value === 'string' ? value.replace(/ \d\d:\d\d\.$/, '') : value;

const isSame = (ours: SheetValue, theirs: SheetValue) =>
  typeof ours === 'number' && typeof theirs === 'number'
    ? Math.abs(ours - theirs) <= 1e-9 * Math.max(1, Math.abs(ours))
    : withoutMinute(ours) === withoutMinute(theirs);

test('LibreOffice calculates every template as the playground does: live, half failed and with samples', async () => {
  const books = await calculated();
  const formulas = [...books.values()].flatMap((book) =>
    [...book.values()].flatMap((cells) => [...cells.values()].flatMap(({ formula }) => formula ?? [])),
  );
  const missing = await lacking([...new Set(formulas.flatMap(functionsIn))].sort());
  expect(maybeLacking).toEqual(expect.arrayContaining(missing));
  const isLeft = (formula: string) => functionsIn(formula).some((name) => missing.includes(name));
  const theirs = await save(new Map([...books].map(([name, book]) => [name, withoutFormulas(book, isLeft)])));
  const differs: string[] = [];
  let compared = 0;
  for (const [name, book] of books)
    for (const [sheet, cells] of book)
      for (const [at, { value, formula, size }] of cells) {
        if (formula === undefined || isLeft(formula)) continue;
        const { row, column } = readArea(at)!;
        for (let r = 0; r < (size?.rows ?? 1); r += 1)
          for (let c = 0; c < (size?.columns ?? 1); c += 1) {
            const own = r + c === 0 ? value : (cells.get(place(row + r, column + c))?.value ?? '');
            const other = theirs.get(name)?.get(sheet)?.[row + r]?.[column + c]?.value ?? '';
            compared += 1;
            if (!isSame(own, other))
              differs.push(
                `${name} ${sheet}!${place(row + r, column + c)}: ${own}, not ${other}: ${formula}`,
              );
          }
      }
  expect(differs).toEqual([]);
  expect(compared).toBeGreaterThan(500);
});
