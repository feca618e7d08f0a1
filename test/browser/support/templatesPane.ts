// What a person does with templates in the Start view: add one, price it, fill it; and a look for cells that show an error on the way.
import type { Locator } from 'playwright-core';
import type { Journey } from './journey';
import type { PlaygroundPage } from './playgroundPage';

export interface Choice {
  readonly title: string;
  readonly variant?: string;
}

export const cardOf = ({ pane }: PlaygroundPage, title: string): Locator =>
  pane
    .getByRole('region', { name: 'Templates', exact: true })
    .getByRole('article', { name: title, exact: true });

export async function add(playground: PlaygroundPage, { title, variant }: Choice): Promise<void> {
  const card = cardOf(playground, title);
  if (variant !== undefined) await card.getByRole('combobox').selectOption({ label: variant });
  await card.getByRole('button', { name: `Use ${title}` }).click();
  await card.getByRole('button', { name: 'Add sheets' }).click();
  await card.getByText(/^Added:/).waitFor();
  await playground.quiet();
}

/** The card of a template that is in the workbook. */
export const builtCard = ({ pane }: PlaygroundPage, title: string, sheets: readonly string[]): Locator =>
  pane
    .getByRole('region', { name: 'Templates in this workbook' })
    .getByRole('article', { name: `${title}: ${sheets.join(', ')}`, exact: true });

/** Asks for the price, checks it, agrees, and waits for the outcome. */
export async function fill(
  playground: PlaygroundPage,
  card: Locator,
  price: string,
  outcome = /^Filled with live data/,
): Promise<void> {
  await card.getByRole('button', { name: 'Fill with live data' }).click();
  await card.getByText(price, { exact: true }).waitFor();
  await card.getByRole('button', { name: /^Fill \(/ }).click();
  await card.getByText(outcome).waitFor();
  await playground.quiet();
}

/** Cells that show an error, on these sheets, once none of them is being calculated. */
export async function errorsOn(playground: PlaygroundPage, sheets: readonly string[]): Promise<string[]> {
  let found: string[] = [];
  await playground.until(async () => {
    found = await errorsNow(playground, sheets);
    return !found.some((cell) => cell.endsWith('#BUSY!'));
  });
  return found;
}

async function errorsNow(playground: PlaygroundPage, sheets: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const sheet of sheets) {
    const rows = await playground.values(`'${sheet}'!A1:N130`);
    rows.forEach((row, r) =>
      row.forEach((value, c) => {
        if (/^#[A-Z]/.test(String(value))) found.push(`${sheet} ${r + 1},${c + 1}: ${String(value)}`);
      }),
    );
  }
  return found;
}

export interface Expected extends Choice {
  readonly sheets: readonly string[];
  readonly price: string;
  readonly requests: number;
  readonly credits: number;
  readonly charts: number;
  /** What the first sheet says once it is filled. */
  readonly says?: RegExp;
}

/** Samples first, for nothing and in few round trips; then live data, for the price that was shown. */
export async function fromCardToLiveData({ playground, stack }: Journey, expected: Expected): Promise<void> {
  const { sheets } = expected;
  const before = {
    batches: (await playground.counts()).batches,
    charts: (await playground.parts())?.charts.length ?? 0,
    sheets: await playground.sheets(),
    counters: await stack.sandbox.counters(),
  };
  await add(playground, expected);
  // Two of the round trips are looks at which sheets there are. What is held because of the writing is found by reading the
  // formulas of each sheet: in one round trip a sheet, before and after, because Excel on the web hands over 5 MB at a time.
  const perSheet = 2 * (before.sheets.length + sheets.length);
  expect((await playground.counts()).batches - before.batches).toBeLessThanOrEqual(10 + perSheet);
  expect(await playground.sheets()).toEqual([...before.sheets, ...sheets]);
  // They are drawn a moment after their sheets.
  await playground.until(
    async () => (await playground.parts())?.charts.length === before.charts + expected.charts,
  );
  await playground.quiet();
  expect(await errorsOn(playground, sheets)).toEqual([]);
  expect(await playground.value(`'${sheets[0]}'!A3`)).toMatch(/^Sample data/);
  expect((await stack.sandbox.counters()).requests).toBe(before.counters.requests);

  await fill(playground, builtCard(playground, expected.title, sheets), expected.price);
  // What is undecided or has failed has no history: its row there says so.
  const shown = sheets.filter((sheet) => !/ history/.test(sheet));
  expect(await errorsOn(playground, shown)).toEqual([]);
  expect(await playground.value(`'${sheets[0]}'!A3`)).toMatch(
    expected.says ?? /^Live data, oldest figure of /,
  );
  const { requests, credits } = await stack.sandbox.counters();
  expect({ requests, credits }).toEqual({
    requests: before.counters.requests + expected.requests,
    credits: before.counters.credits + expected.credits,
  });
}
