// Every view, light and dark, at 320 px: no finding of axe, nothing wider than the pane, nothing the policy refuses.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame } from 'playwright-core';
import { describeJourneys, type Journey } from './journey';
import { at } from './root';

const axe = readFileSync(createRequire(at('package.json')).resolve('axe-core/axe.min.js'), 'utf8');

async function check(frame: Frame, place: string): Promise<void> {
  const found = await frame.evaluate(async () => {
    // A colour on its way to another one has no contrast to speak of.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const page = window as unknown as { axe: { run: (node: Document) => Promise<AxeResults> } };
    const { violations } = await page.axe.run(document);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  });
  expect({ place, found }).toEqual({ place, found: [] });
  const widths = await frame.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect({ place, wide: (widths[0] ?? 0) > (widths[1] ?? 0) }).toEqual({ place, wide: false });
}

async function walk({ playground }: Journey): Promise<void> {
  const { page, pane } = playground;
  await page.evaluate(() => document.documentElement.style.setProperty('--paneWidth', '320px'));
  await pane.getByRole('button', { name: 'Use sandbox key' }).waitFor();
  const frame = page.frames().find((each) => each.url().includes('taskpane.html'));
  if (!frame) throw new Error('The pane has no frame.');
  await frame.evaluate(axe);
  await check(frame, 'first run');
  await playground.useSandboxKey();
  await check(frame, 'good key');
  await pane.getByRole('button', { name: 'Build a formula' }).click();
  await pane.getByRole('textbox', { name: 'Search for' }).fill('iphone');
  await pane.getByRole('button', { name: 'Preview, 1 credit' }).click();
  await pane.getByRole('region', { name: 'First rows' }).waitFor();
  await pane.getByText('Columns and layout').click();
  await check(frame, 'build');
  await pane.getByRole('combobox', { name: 'Source' }).selectOption('stays');
  for (const group of ['Price', 'Property', 'Room', 'Amenities', 'Booking', 'Location', 'Manage sets']) {
    await pane.locator('summary', { hasText: group }).first().click();
  }
  await pane.getByRole('combobox', { name: 'Find a filter' }).fill('pool');
  await check(frame, 'stays');
  await pane.getByRole('tab', { name: 'Usage' }).click();
  await pane.getByText('As a table').click();
  await check(frame, 'usage');
  await pane.getByRole('tab', { name: 'Activity' }).click();
  await check(frame, 'activity');
  await pane.getByRole('tab', { name: 'Settings' }).click();
  for (const section of [
    'Freshness',
    'Cache',
    'Freeze',
    'Connection',
    'Wire names',
    'Language',
    'Diagnostics',
  ]) {
    await pane.locator('summary', { hasText: section }).first().click();
  }
  await pane.getByRole('button', { name: 'Collect' }).click();
  await check(frame, 'settings');
  expect(playground.problems).toEqual([]);
}

describeJourneys('accessibility', (journey) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    journey(`of every view, ${colorScheme}`, walk, { context: { colorScheme, reducedMotion: 'reduce' } });
  }
});
