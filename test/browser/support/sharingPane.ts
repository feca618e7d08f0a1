// What a person does to freeze and to relink.
import type { PlaygroundPage } from './playgroundPage';

export async function openSharing({ pane }: PlaygroundPage): Promise<void> {
  await pane.getByRole('tab', { name: 'Settings' }).click();
  const section = pane.locator('summary', { hasText: 'Freeze for sharing' });
  if (!(await section.evaluate((summary) => (summary.parentElement as HTMLDetailsElement).open)))
    await section.click();
  await pane.getByRole('button', { name: 'Find formulas' }).waitFor();
}

export async function freezeAll(playground: PlaygroundPage, formulas: string): Promise<void> {
  const { pane } = playground;
  await openSharing(playground);
  await pane.getByRole('combobox', { name: 'Freeze' }).selectOption('workbook');
  await pane.getByRole('button', { name: 'Find formulas' }).click();
  await pane.getByRole('button', { name: `Freeze ${formulas}` }).click();
  await pane.getByText(`${formulas} frozen.`).first().waitFor();
}

export async function relinkFor(playground: PlaygroundPage, button: string, says: string): Promise<void> {
  const { pane } = playground;
  await pane.getByRole('button', { name: 'Find frozen formulas' }).click();
  await pane.getByRole('button', { name: button, exact: true }).click();
  await pane.getByText(says).first().waitFor();
}

export const formulaAt = async (playground: PlaygroundPage, cell: string): Promise<string> =>
  (await playground.cells(cell))[0]?.[0]?.formula ?? '';
