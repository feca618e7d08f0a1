// Every view, light and dark, in high contrast and at 200 %: no finding of axe, nothing wider than the pane, nothing the
// policy refuses.
import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Axe from 'axe-core';
import type { Frame } from 'playwright-core';
import { describeJourneys, type Journey } from '../support/journey';
import type { Media } from '../support/keptBrowser';
import { at } from '../support/root';

const axe = readFileSync(createRequire(at('package.json')).resolve('axe-core/axe.min.js'), 'utf8');

/** Names, roles and order are the same in every look: after the first, only the colours are new. */
const findings = (frame: Frame, rules: 'all' | 'colours') =>
  frame.evaluate(async (which) => {
    // A colour on its way to another one has no contrast to speak of.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const page = window as unknown as { axe: Pick<typeof Axe, 'run'> };
    const { violations } = await page.axe.run(
      document,
      which === 'all' ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] },
    );
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }, rules);

async function checkView(frame: Frame, place: string, rules: 'all' | 'colours'): Promise<void> {
  let found = await findings(frame, rules);
  // A view that has just changed its colours may still be drawing some of them.
  for (let looks = 1; found.length > 0 && looks < 5; looks += 1) found = await findings(frame, rules);
  expect({ place, found }).toEqual({ place, found: [] });
  expect({ place, wide: await tooWide(frame) }).toEqual({ place, wide: [] });
  if (rules === 'colours') return;
  const { controls, wrong } = await unnamed(frame);
  expect({ place, wrong }).toEqual({ place, wrong: [] });
  expect(controls).toBeGreaterThan(2);
}

/** What reaches beyond the pane; tables scroll in a region of their own. */
const tooWide = (frame: Frame) =>
  frame.evaluate(() => {
    const beyond = [...document.querySelectorAll('body *')].filter((element) => {
      const { width, right, left } = element.getBoundingClientRect();
      const apart = element.closest('.sw-scroll > *, .sw-unseen');
      return width > 0 && !apart && (right > innerWidth + 1 || left < -1);
    });
    const scrolls = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
    return [...scrolls, ...beyond.map((element) => element.outerHTML.slice(0, 160))];
  });

/** What people see on a control is part of its name, so that they can say it (WCAG 2.5.3). */
const unnamed = (frame: Frame) =>
  frame.evaluate(() => {
    const page = window as unknown as { axe: Pick<typeof Axe, 'commons' | 'setup' | 'teardown'> };
    page.axe.setup(document.documentElement);
    const words = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
    const name = (element: Element) => words(page.axe.commons.text.accessibleText(element));
    const seen = (element: Element) => {
      if (element.matches('input, select, textarea'))
        return [...((element as HTMLInputElement).labels ?? [])].map((label) => label.innerText).join(' ');
      const copy = element.cloneNode(true) as HTMLElement;
      copy.querySelectorAll('.sw-unseen, svg').forEach((hidden) => hidden.remove());
      return copy.textContent ?? '';
    };
    const controls =
      'button, a[href], input:not([hidden]), select, textarea, summary, [role=tab], [role=option]';
    const all = [...document.querySelectorAll(controls)].filter((element) => element.checkVisibility());
    const wrong = all
      .map((element) => ({ seen: words(seen(element).replace('*', '')), name: name(element) }))
      .filter(
        (each) => each.name === '' || !` ${each.name} `.includes(` ${each.seen} `.replace(/^ {2}$/, ' ')),
      );
    page.axe.teardown();
    return { controls: all.length, wrong };
  });

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
  const frame = page.frames().find((each) => each.url().includes('taskpane.html'));
  if (!frame) throw new Error('The pane has no frame.');
  await frame.evaluate(axe);
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
  await pane.getByRole('textbox', { name: 'Search for' }).fill('iphone');
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
