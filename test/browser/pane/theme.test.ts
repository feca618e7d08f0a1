// The pane is as dark as its host says, and as the system is where the host says nothing.
import { describeJourneys } from '../support/journey';

describeJourneys('the theme', (journey) => {
  journey('of the host is taken over, also when a workbook is opened again', async (world) => {
    const { page } = world.playground;
    await world.playground.paneBecomes('light');
    await page.getByRole('button', { name: 'Dark' }).click();
    await world.playground.paneBecomes('dark');
    await world.playground.reopen();
    await world.playground.paneBecomes('dark');
    await page.getByRole('button', { name: 'Light' }).click();
    await world.playground.paneBecomes('light');
  });

  journey(
    'of the system is followed while the host says nothing',
    async (world) => {
      await world.playground.paneBecomes('dark');
      await world.playground.page.emulateMedia({ colorScheme: 'light' });
      await world.playground.paneBecomes('light');
    },
    { media: { colorScheme: 'dark' } },
  );
});
