// Cells that are stuck are repaired with what is already paid for, and nothing is spent.
import { describeJourneys, type Journey } from './support/journey';
import { formulaAt } from './support/sharingPane';

const withKey = { withKey: true };
const search = '=RURETAIL.SEARCH("iphone",3)';

const doctor = async ({ playground }: Journey) => {
  await playground.pane.getByRole('tab', { name: /^Activity/ }).click();
  return playground.pane.getByRole('region', { name: 'Doctor' });
};

describeJourneys('doctor', (journey) => {
  journey(
    'a cell whose result was lost, and one with the name of a file, are repaired for nothing',
    async (world) => {
      const { playground, stack } = world;
      await playground.type('B2', search);
      const table = await playground.table('B2');
      const before = await stack.sandbox.counters();
      await playground.type('B20', '=_xldudf_RURETAIL_SEARCH("iphone",3)');
      await playground.waitForCell('B20', '#NAME?');
      await playground.loseResults(1);
      await playground.type('B40', search);
      await playground.waitForCell('B40', '#BUSY!');
      const card = await doctor(world);
      await card.getByRole('button', { name: 'Check all cells' }).click();
      await card
        .getByText('3 formulas checked: 2 cells need attention, 2 can be repaired for free.')
        .waitFor();
      await card.getByText('is stuck at #BUSY!. Can be repaired for free.').waitFor();
      await card.getByRole('button', { name: 'Repair 2 cells (free)' }).click();
      await card.getByText('2 cells repaired. Nothing was spent.').waitFor();
      expect(await playground.table('B20')).toEqual(table);
      expect(await playground.table('B40')).toEqual(table);
      expect(await formulaAt(playground, 'B20')).toBe(search);
      await playground.quiet();
      expect(await stack.sandbox.counters()).toEqual(before);
      await card.getByRole('button', { name: 'Check all cells' }).click();
      await card.getByText('3 formulas checked: all are fine.').waitFor();
    },
    withKey,
  );

  journey(
    'what was never bought is not repaired, and what depends on a repaired cell is held with its price',
    async (world) => {
      const { playground, stack } = world;
      const { pane } = playground;
      await playground.type('B2', '=BIZBUREAU.SEARCH("roofing",1,"Austin, TX","columns=name; headers=0")');
      await playground.table('B2');
      const before = await stack.sandbox.counters();
      await playground.type('D2', '=_xldudf_NLRETAIL_SEARCH("tea",1)');
      await playground.type(
        'B20',
        '=_xldudf_BIZBUREAU_SEARCH("roofing",1,"Austin, TX","columns=name; headers=0")',
      );
      await playground.waitForCell('B20', '#NAME?');
      await playground.type('D20', '=NLRETAIL.SEARCH(B20,1)');
      await playground.quiet();
      expect(await stack.sandbox.counters()).toEqual(before);
      const card = await doctor(world);
      await card.getByRole('button', { name: 'Check all cells' }).click();
      await card.getByText(/shows #NAME\?.* Its data isn’t cached/).waitFor();
      await card.getByRole('button', { name: 'Repair 1 cell (free)' }).click();
      await card.getByText('1 cell repaired. Nothing was spent.').waitFor();
      await pane.getByRole('button', { name: /^Run: 10 credits/ }).waitFor();
      expect(await formulaAt(playground, 'D2')).toContain('_xldudf_');
      expect(await stack.sandbox.counters()).toEqual(before);
    },
    withKey,
  );
});
