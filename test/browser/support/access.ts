// What every look of every view must pass: no finding of axe, nothing wider than the pane, nothing cut off, nothing over another.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { at } from './root';

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

export async function checkView(frame: Frame, place: string, rules: 'all' | 'colours'): Promise<void> {
  let found = await findings(frame, rules);
  // A view that has just changed its colours may still be drawing some of them.
  for (let looks = 1; found.length > 0 && looks < 5; looks += 1) found = await findings(frame, rules);
  expect({ place, found }).toEqual({ place, found: [] });
  expect({ place, wide: await tooWide(frame) }).toEqual({ place, wide: [] });
  expect({ place, hidden: await cutOff(frame) }).toEqual({ place, hidden: [] });
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

/** Text that its element hides, unless it ends in an ellipsis; and texts that lie on each other. */
const cutOff = (frame: Frame) =>
  frame.evaluate(() => {
    const texts = [
      ...document.querySelectorAll<HTMLElement>(
        'button:not([role=tab]), label, p, h1, h2, h3, summary, li > span, dt, dd',
      ),
    ].filter(
      (element) =>
        element.checkVisibility() &&
        element.innerText.trim() !== '' &&
        !element.closest('.sw-unseen, .sw-scroll'),
    );
    const hidden = texts.filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      return (
        overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
      );
    });
    const rooms = texts.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return { element, room: range.getBoundingClientRect() };
    });
    const over = rooms.filter(({ element, room }, index) =>
      rooms.slice(index + 1).some(({ element: other, room: its }) => {
        if (element.contains(other) || other.contains(element)) return false;
        // What stays in place lies on what scrolls beneath it.
        if (element.closest('header, .sw-foot, .sw-bar') !== other.closest('header, .sw-foot, .sw-bar'))
          return false;
        const wide = Math.min(room.right, its.right) - Math.max(room.left, its.left);
        const high = Math.min(room.bottom, its.bottom) - Math.max(room.top, its.top);
        return wide > 2 && high > 2;
      }),
    );
    return [...hidden, ...over.map(({ element }) => element)].map((element) =>
      element.outerHTML.slice(0, 160),
    );
  });

/** The frame of the pane, with axe in it. */
export async function paneFrame(page: Page): Promise<Frame> {
  const frame = page.frames().find((each) => each.url().includes('taskpane.html'));
  if (!frame) throw new Error('The pane has no frame.');
  await frame.evaluate(axe);
  return frame;
}
