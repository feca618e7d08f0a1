// Excel in another language: ribbon, function help and pane are in it, and a formula works as in every other.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { languages } from '../../scripts/languages.mjs';
import { compiled, english, type Messages, type Text } from '../../scripts/messages.mjs';
import { checkView, paneFrame } from './support/access';
import { describeJourneys, type Journey } from './support/journey';

const setWidth = (page: Page, width: number) =>
  page.evaluate((own) => document.documentElement.style.setProperty('--paneWidth', `${own}px`), width);

/** Every view that has been translated, by its tab, with a text that is there at once. */
const views = [
  ['start', 'start.startWithAFinished'],
  ['build', 'common.formula'],
  ['history', 'history.noHistoryYet'],
  ['usage', 'usage.todaysBudget'],
  ['activity', 'activity.inProgress'],
  ['settings', 'settings.askMeAbove'],
] as const;

/** Views that another one opens. */
const openedFrom: Readonly<
  Record<string, { readonly name: string; readonly by: string; readonly shows: string }>
> = {
  build: { name: 'match', by: 'build.matchYourOwnProducts', shows: 'match.selectNamesInOne' },
  activity: { name: 'watch', by: 'activity.watchCells', shows: 'watch.thereAreNoneYet' },
};

const sayIn =
  (messages: Messages) =>
  (key: string): string => {
    const [section = '', name = ''] = key.split('.');
    const text = messages[section]?.[name];
    if (text === undefined) throw new Error(`There is no ${key}.`);
    return text;
  };

/** A message that is missing would be shown as its key. */
const keyShaped = new RegExp(
  `\\b(?:${Object.keys(english().messages).join('|')})\\.[a-z][A-Za-z0-9]*\\b`,
  'g',
);

/** All that is read on screen or aloud. */
const wordsOf = (frame: Frame) =>
  frame.evaluate(() =>
    [...document.querySelectorAll('*')]
      .flatMap((element) => [
        ...['aria-label', 'title', 'placeholder', 'aria-description'].map((name) =>
          element.getAttribute(name),
        ),
        element.matches('script, style') ? '' : element.childElementCount === 0 ? element.textContent : '',
      ])
      .filter(Boolean)
      .join('\n'),
  );

/** From the first run through every view, at 320 px. */
async function walk(
  { playground }: Journey,
  tag: string,
  say: (key: string) => string,
  shades: readonly ('light' | 'dark')[] = ['light'],
): Promise<void> {
  const { page, pane } = playground;
  await setWidth(page, 320);
  await pane.getByRole('heading', { name: say('key.welcomeToSpillway') }).waitFor();
  const frame = await paneFrame(page);
  const look = async (view: string) => {
    for (const shade of shades) {
      await page.emulateMedia({ colorScheme: shade });
      await playground.paneBecomes(shade);
      await checkView(frame, `${tag}, ${view}, ${shade}`, shade === shades[0] ? 'all' : 'colours');
    }
    const words = await wordsOf(frame);
    expect(words.match(keyShaped)).toBeNull();
    expect(words).not.toContain('`');
  };
  await look('first-run');
  await pane.getByRole('button', { name: say('key.useSandboxKey') }).click();
  await pane.getByRole('button', { name: say('key.chooseATemplate') }).click();
  for (const [view, text] of views) {
    await pane.getByRole('tab', { name: say(`shell.${view}`), exact: true }).click();
    if (view === 'usage') await pane.getByRole('meter').first().waitFor();
    else
      await pane
        .getByText(say(text))
        .or(pane.getByLabel(say(text)))
        .first()
        .waitFor();
    if (view === 'settings') for (const section of await pane.locator('summary').all()) await section.click();
    await look(view);
    const opened = openedFrom[view];
    if (!opened) continue;
    await pane.getByRole('button', { name: say(opened.by) }).click();
    await pane.getByText(say(opened.shows)).waitFor();
    await look(opened.name);
  }
}

/** Runs watches. */
const gateway = () => ({
  SPILLWAY_SECRET: 'a-secret-of-the-server-of-many-letters',
  SPILLWAY_DATA: mkdtempSync(join(tmpdir(), 'spillway-language-')),
});

describeJourneys('an Excel in another language', (journey) => {
  for (const { tag, officeLocales, manifest, messages, direction } of languages)
    journey(
      `shows ribbon, function help and pane in it: ${tag}`,
      async (world) => {
        const { playground, stack } = world;
        const { page } = playground;
        const say = sayIn(messages);
        for (const label of ['Refresh', 'Stop'])
          await page.getByRole('button', { name: manifest[label]!, exact: true }).waitFor();
        const metadata = await page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => new URL(name).pathname)
            .filter((path) => /functions[^/]*\.json$/.test(path)),
        );
        expect(metadata).toEqual([`/functions.${tag}.json`]);
        await walk(world, tag, say);
        expect(
          await playground.addIn.evaluate(() => ({
            display: Office.context.displayLanguage,
            tag: document.documentElement.lang,
            direction: getComputedStyle(document.querySelector('.sw-pane')!).direction,
            code: getComputedStyle(document.body.appendChild(document.createElement('code'))).direction,
          })),
        ).toEqual({ display: officeLocales[0], tag, direction, code: 'ltr' });

        await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
        expect(await playground.table('A1')).toHaveLength(3);
        expect((await stack.sandbox.counters()).credits).toBe(1);
        await setWidth(page, 450);
        await playground.pane.getByRole('tab', { name: say('shell.history'), exact: true }).click();
        await playground.pane
          .getByRole('region', { name: say('history.allItems') })
          .getByRole('listitem')
          .first()
          .getByRole('button')
          .click();
        await playground.pane.getByRole('img').waitFor();
        const shape = await (
          await paneFrame(page)
        ).evaluate(() => {
          const boxes = (selector: string) =>
            [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
          const [chart] = boxes('.sw-chart');
          return {
            rowsOfTabs: new Set(boxes('.sw-tab').map(({ top }) => Math.round(top))).size,
            cutOff: boxes('.sw-chart text').filter(
              ({ left, right }) => left < chart!.left || right > chart!.right,
            ).length,
          };
        });
        expect(shape).toEqual({ rowsOfTabs: 1, cutOff: 0 });
        await playground.pane.getByRole('tab', { name: say('shell.settings'), exact: true }).click();
        await playground.pane.locator('summary', { hasText: say('settings.languageAndNumbers') }).click();
        // The language of a person goes before that of Office, and comes at once.
        await playground.pane.getByLabel(say('settings.language'), { exact: true }).selectOption('en');
        await playground.pane.getByRole('tab', { name: 'Settings' }).waitFor();
        await playground.reopen();
        await playground.pane.getByRole('tab', { name: 'Settings' }).waitFor();
      },
      { language: officeLocales[0]!, gateway },
    );

  const longer = (text: Text): Text => {
    const stretched = (part: string) =>
      part.replace(/\p{L}{3,}/gu, (word) => word + word.slice(-Math.ceil(word.length * 0.4)));
    if (typeof text === 'string') return stretched(text);
    return text.map((part) =>
      typeof part === 'string'
        ? stretched(part)
        : part[1]
          ? ([
              part[0],
              Object.fromEntries(Object.entries(part[1]).map(([which, inner]) => [which, longer(inner)])),
            ] as const)
          : part,
    );
  };
  const pseudo = Object.fromEntries(
    Object.entries(english().messages).map(([section, texts]) => [
      section,
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, longer(compiled(text))])),
    ]),
  );

  journey(
    'has room for texts that are 40 % longer',
    (world) => {
      const say = (key: string) => {
        const [section = '', name = ''] = key.split('.');
        const text = pseudo[section]?.[name];
        return typeof text === 'string' ? text : key;
      };
      return walk(world, 'longer', say, ['light', 'dark']);
    },
    {
      language: 'nl-NL',
      gateway,
      prepare: (context) =>
        context.route(/\/nl-json\.[^/]*\.js$/, async (route) => {
          const response = await route.fetch();
          const code = await response.text();
          const json = JSON.stringify({ direction: 'ltr', messages: pseudo });
          await route.fulfill({
            response,
            body: code.replace(
              /JSON\.parse\('(?:[^'\\]|\\.)*'\)/,
              () => `JSON.parse(${JSON.stringify(json)})`,
            ),
          });
        }),
    },
  );
});
