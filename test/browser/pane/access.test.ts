// Every view, light and dark, in high contrast and at 200 %: no finding of axe, nothing wider than the pane, nothing the
// policy refuses.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { checkView, paneFrame } from '../support/access';
import { describeJourneys, type Journey } from '../support/journey';
import type { Media } from '../support/keptBrowser';

/** The tabs stand in one row, also with a count on one of them. */
const tabRows = (frame: Frame) =>
  frame.evaluate(
    () =>
      new Set([...document.querySelectorAll('[role=tab]')].map((tab) => tab.getBoundingClientRect().top))
        .size,
  );

interface Look extends Media {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
}

/** Goes through every view once, and looks at each in every way. */
async function walk({ playground }: Journey, width: number, looks: readonly Look[]): Promise<void> {
  const { page, pane } = playground;
  const setWidth = (wanted: number) =>
    page.evaluate(
      (pixels) => document.documentElement.style.setProperty('--paneWidth', `${pixels}px`),
      wanted,
    );
  await setWidth(width);
  await pane.getByRole('button', { name: 'Use sandbox key' }).waitFor();
  const frame = await paneFrame(page);
  const check = async (view: string) => {
    for (const [index, { name, ...media }] of looks.entries()) {
      await page.emulateMedia({ reducedMotion: 'reduce', ...media });
      await playground.paneBecomes(media.colorScheme);
      await checkView(frame, `${view}, ${name}`, index === 0 ? 'all' : 'colours');
      if (media.forcedColors === 'active') await checkContrast(frame, `${view}, ${name}`);
    }
  };
  await check('first run');
  await playground.useSandboxKey();
  await check('good key');
  await pane.getByRole('button', { name: 'Build a formula' }).click();
  await pane.getByRole('combobox', { name: 'Search for' }).fill('iphone');
  await pane.getByRole('button', { name: 'Preview (1 credit)' }).click();
  await pane.getByRole('region', { name: 'First rows' }).waitFor();
  await pane.getByText('Columns and layout').click();
  await check('build');
  await pane.getByRole('combobox', { name: 'Source' }).selectOption('stays');
  for (const group of ['Price', 'Property', 'Room', 'Amenities', 'Booking', 'Location', 'Manage sets']) {
    await pane.locator('summary', { hasText: group }).first().click();
  }
  await pane.getByRole('combobox', { name: 'Find a filter' }).fill('pool');
  await check('stays');
  await pane.getByRole('tab', { name: 'History' }).click();
  await pane.getByRole('region', { name: 'All items' }).getByRole('listitem').first().waitFor();
  await check('history');
  await pane.getByRole('button', { name: 'Delete all' }).click();
  await check('history, before deleting');
  await pane.getByRole('button', { name: 'Cancel' }).click();
  await pane
    .getByRole('region', { name: 'All items' })
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .click();
  await pane.getByText('View as table').click();
  await check('history of an item');
  await playground.type('K1', [['iphone 16 128gb'], ['iphone 15']]);
  await playground.type('M1', '=RURETAIL.SEARCH("iphone",,,"count(); where=price>1000")');
  await playground.until(async () => (await playground.value('M1')) !== '');
  await pane.getByRole('tab', { name: 'Build' }).click();
  await pane.getByRole('button', { name: 'Match your own products' }).click();
  await playground.select('K1:K2');
  await pane.getByRole('button', { name: 'Use the selected cells' }).click();
  await pane.getByText('0 of 2 decided.').waitFor();
  await check('match');
  await pane.getByRole('tab', { name: 'Usage' }).click();
  await pane.getByRole('meter').first().waitFor();
  await pane.getByText('View as table').click();
  await check('usage');
  await pane.getByRole('tab', { name: 'Activity' }).click();
  await playground.type('J1', '=BIZBUREAU.SEARCH("roofing",900)');
  await pane.getByRole('tab', { name: 'Activity 1 waiting for approval' }).waitFor();
  if (width >= 320) {
    expect(await tabRows(frame)).toBe(1);
    await setWidth(350);
    expect(await tabRows(frame)).toBe(1);
    await setWidth(width);
  }
  await check('activity');
  await pane.getByRole('tab', { name: 'Settings' }).click();
  for (const section of [
    'Freshness',
    'Cache',
    'Freeze',
    'Connection',
    'Wire names',
    'Language',
    'Diagnostics',
    'Assumptions',
  ]) {
    await pane.locator('summary', { hasText: section }).first().click();
  }
  await pane.getByRole('button', { name: 'Collect' }).click();
  await check('settings');
  expect(playground.problems).toEqual([]);
}

/** In high contrast only borders and the system's own colours are left to tell things apart. */
async function checkContrast(frame: Frame, place: string): Promise<void> {
  const told = await frame.evaluate(() => {
    const style = (selector: string, part?: string) => {
      const element = document.querySelector(selector);
      return element ? getComputedStyle(element, part) : undefined;
    };
    const differ = (a: string | undefined, b: string | undefined) => a === undefined || a !== b;
    const ground = style('body')?.backgroundColor;
    const active = style('.sw-option-active');
    return {
      meter: differ(style('.sw-meter-fill')?.backgroundColor, style('.sw-meter-track')?.backgroundColor),
      meterEnd: differ(style('.sw-meter-track')?.borderTopStyle, 'none'),
      chart: differ(style('.sw-chart-spent')?.fill, style('.sw-chart-saved')?.fill),
      tab: differ(style('.sw-tab[aria-selected="true"]', '::after')?.borderBottomColor, ground),
      chip: differ(style('.sw-chip')?.borderTopStyle, 'none'),
      count: differ(style('.sw-count')?.borderTopStyle, 'none'),
      option: differ(active?.backgroundColor, style('.sw-option:not(.sw-option-active)')?.backgroundColor),
      note: differ(active?.color, active?.backgroundColor),
      noteColour: style('.sw-option-active .sw-option-note')?.color === active?.color,
    };
  });
  const lost = Object.entries(told).flatMap(([what, holds]) => (holds ? [] : [what]));
  expect({ place, lost }).toEqual({ place, lost: [] });
}

/** A gateway that keeps a history, so that the pane asks for nothing that is not there. */
const kept = { gateway: () => ({ SPILLWAY_DATA: mkdtempSync(join(tmpdir(), 'spillway-access-')) }) };

describeJourneys('accessibility', (journey) => {
  journey(
    'of every view: light, dark and in high contrast',
    (world) =>
      walk(world, 320, [
        { name: 'light', colorScheme: 'light', forcedColors: 'none' },
        { name: 'dark', colorScheme: 'dark', forcedColors: 'none' },
        { name: 'dark in high contrast', colorScheme: 'dark', forcedColors: 'active' },
        { name: 'light in high contrast', colorScheme: 'light', forcedColors: 'active' },
      ]),
    kept,
  );

  // 450 px at 200 %, in a window of half the size.
  journey(
    'of every view at 200 % zoom',
    async (world) => {
      await world.playground.page.setViewportSize({ width: 640, height: 400 });
      await walk(world, 225, [{ name: 'light', colorScheme: 'light', forcedColors: 'none' }]);
    },
    kept,
  );
});
