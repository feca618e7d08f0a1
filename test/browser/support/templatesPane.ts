// What a person does with templates in the Start view: add one, price it, fill it; and a look for cells that show an error.
import type { Locator } from 'playwright-core';
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
