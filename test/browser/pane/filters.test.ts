// Filter sets of the lodging search: found by any word, saved under a name, changed with the price said first.
import { describeJourneys, type Journey } from '../support/journey';

async function openStays({ playground }: Journey): Promise<void> {
  const { pane } = playground;
  await playground.useSandboxKey();
  await pane.getByRole('button', { name: 'Build a formula' }).click();
  await pane.getByRole('combobox', { name: 'Source' }).selectOption('stays');
}

async function choose({ playground: { pane } }: Journey, query: string, option: RegExp): Promise<void> {
  await pane.getByRole('combobox', { name: 'Find a filter' }).fill(query);
  await pane.getByRole('option', { name: option }).first().click();
}

async function saveAs({ playground: { pane } }: Journey, name: string): Promise<void> {
  await pane.getByRole('button', { name: 'Save as…' }).click();
  await pane.getByRole('textbox', { name: 'Set name' }).fill(name);
  await pane.getByRole('button', { name: 'Save set' }).click();
  await pane.getByText(`The formula uses @${name}.`).waitFor();
}

describeJourneys('filter sets', (journey) => {
  journey('are used by formulas, and a change is priced before their cells are refreshed', async (world) => {
    const { playground, stack } = world;
    const { pane } = playground;
    await openStays(world);
    await choose(world, 'wifi', /^Free WiFi/);
    await saveAs(world, 'trip');

    await playground.select('A1');
    await pane.getByRole('combobox', { name: 'Destination', exact: true }).fill('Amsterdam');
    await pane.locator('input[name=checkin]').fill('2027-05-03');
    await pane.locator('input[name=checkout]').fill('2027-05-07');
    await pane.getByText(/"@trip"\)/).waitFor();
    await pane.getByRole('button', { name: 'Insert at A1' }).click();
    await playground.table('A1');
    const before = (await stack.sandbox.counters()).credits;

    await choose(world, 'parking', /^Parking/);
    await pane.getByRole('button', { name: 'Save to trip (used by 1 cell)' }).click();
    await pane.getByText(/used by 1 cell, which will be updated\. 5 credits/).waitFor();
    expect((await stack.sandbox.counters()).credits).toBe(before);
    // The form goes on being edited: the price was not of what would be saved now.
    await choose(world, 'pool', /pool/i);
    await pane.getByRole('button', { name: 'Save and update' }).waitFor({ state: 'detached' });
    await pane.getByRole('button', { name: 'Save to trip (used by 1 cell)' }).click();
    await pane.getByText(/used by 1 cell, which will be updated\. 5 credits/).waitFor();
    await pane.getByRole('button', { name: 'Save and update' }).click();
    await playground.until(async () => (await stack.sandbox.counters()).credits > before);
    await playground.quiet();
    expect((await stack.sandbox.counters()).credits).toBe(before + 5);
    expect((await playground.cells('A1'))[0]?.[0]?.formula).toContain('"@trip"');
  });

  journey('are renamed in their formulas, deleted and brought back', async (world) => {
    const { playground } = world;
    const { pane } = playground;
    await openStays(world);
    await choose(world, 'pool', /pool/i);
    await saveAs(world, 'summer');
    await playground.type('A1', '=STAYS.SEARCH("Lisbon",DATE(2027,5,3),DATE(2027,5,7),,,5,"@summer")');
    await playground.table('A1');
    await pane.getByText('Manage sets').click();
    await pane.getByRole('button', { name: 'Rename summer' }).click();
    await pane.getByRole('textbox', { name: 'New name' }).fill('beach');
    await pane.getByRole('button', { name: 'Rename', exact: true }).click();
    await pane.getByRole('button', { name: 'Rename beach' }).waitFor();
    const formula = async () => (await playground.cells('A1'))[0]?.[0]?.formula ?? '';
    await playground.until(async () => (await formula()).includes('@beach'));
    await playground.quiet();

    await pane.getByRole('button', { name: 'Delete beach' }).click();
    await pane.getByText(/uses @beach and will show #VALUE!/).waitFor();
    await pane.getByRole('button', { name: 'Delete set' }).click();
    await playground.waitForCell('A1', '#VALUE!');
    await pane.getByRole('button', { name: 'Undo' }).click();
    await playground.table('A1');
  });

  journey('say when filters contradict each other', async (world) => {
    const { pane } = world.playground;
    await openStays(world);
    await choose(world, 'adults only', /^Adults only/);
    await pane.getByRole('textbox', { name: 'Children’s ages' }).fill('5');
    await pane.getByRole('textbox', { name: 'Children’s ages' }).press('Enter');
    await pane.getByText('A search for adults only cannot include children.').waitFor();
  });
});
