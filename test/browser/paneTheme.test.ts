// The pane is as dark as its host says, and as the system is where the host says nothing.
import { describeJourneys, type Journey } from './journey';

type Shade = 'dark' | 'light';

async function becomes({ playground: { page } }: Journey, shade: Shade): Promise<void> {
  await page.waitForFunction((wanted) => {
    const frame = document.querySelector<HTMLIFrameElement>('#paneFrame iframe')?.contentWindow;
    const pane = frame?.document.querySelector('.sw-pane');
    if (!frame || !pane) return false;
    const [red = 255] = frame.getComputedStyle(pane).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    return (red < 128 ? 'dark' : 'light') === wanted;
  }, shade);
}

describeJourneys('the theme', (journey) => {
  journey('of the host is taken over, also when a workbook is opened again', async (world) => {
    const { page } = world.playground;
    await becomes(world, 'light');
    await page.getByRole('button', { name: 'Dark' }).click();
    await becomes(world, 'dark');
    await world.playground.reopen();
    await becomes(world, 'dark');
    await page.getByRole('button', { name: 'Light' }).click();
    await becomes(world, 'light');
  });

  journey(
    'of the system is followed while the host says nothing',
    async (world) => {
      await becomes(world, 'dark');
      await world.playground.page.emulateMedia({ colorScheme: 'light' });
      await becomes(world, 'light');
    },
    { media: { colorScheme: 'dark' } },
  );
});
