// The workbook's list of purchases: it travels with the file, tells nothing to who reads it, and survives anything in its place.
import { webcrypto } from 'node:crypto';
import { boughtBefore } from '../../../src/excel/workbook/boughtBefore';
import type { Purchases } from '../../../src/engine/ports/purchases';
import type { DocumentSettings } from '../../../src/excel/stores/documentSettings';
import { simulatedClock } from '../../engine/support/simulatedClock';

const hash = webcrypto as unknown as Crypto;

function file(first?: unknown) {
  const values = new Map<string, unknown>(first === undefined ? [] : [['Spillway.Purchases', first]]);
  let saves = 0;
  const settings: DocumentSettings = {
    get: (name) => values.get(name) ?? null,
    set: (name, value) => void values.set(name, value),
    saveAsync: () => void (saves += 1),
  };
  return { settings, text: () => String(values.get('Spillway.Purchases')), saves: () => saves };
}

const clock = simulatedClock();

/** Digests are made by the real WebCrypto, off this thread: asking for one more comes after those before it. */
async function saved(purchases: Purchases): Promise<void> {
  await purchases.knows('something else', 1);
  await clock.advance(3_000);
}

describe('the list of purchases in a workbook', () => {
  test('is known to whoever opens the file, for the count that was bought and smaller ones', async () => {
    const book = file();
    const here = boughtBefore(book.settings, hash, clock);
    here.note('nlretail{"keyword":"lego"}', 40);
    here.note('nlretail{"keyword":"lego"}', 20);
    here.note('hkproperty{"unit":"1"}', undefined);
    await saved(here);
    expect(book.saves()).toBe(1);
    const colleague = boughtBefore(book.settings, hash, clock);
    expect(await colleague.knows('nlretail{"keyword":"lego"}', 40)).toBe(true);
    expect(await colleague.knows('nlretail{"keyword":"lego"}', 20)).toBe(true);
    expect(await colleague.knows('nlretail{"keyword":"lego"}', 60)).toBe(false);
    expect(await colleague.knows('hkproperty{"unit":"1"}', undefined)).toBe(true);
    expect(await colleague.knows('hkproperty{"unit":"2"}', undefined)).toBe(false);
    expect(book.text()).not.toMatch(/lego|unit|retail/);
    const other = file();
    const again = boughtBefore(other.settings, hash, clock);
    again.note('nlretail{"keyword":"lego"}', 40);
    await saved(again);
    expect(other.text()).not.toBe(book.text());
  });

  test.each([
    ['nothing', undefined],
    ['rubbish', 'rubbish'],
    ['null', 'null'],
    ['a short salt', JSON.stringify({ salt: 'AA==', entries: 'AAAA' })],
    ['half an entry', JSON.stringify({ salt: btoa('0123456789abcdef'), entries: btoa('0123456') })],
    ['numbers', JSON.stringify({ salt: 1, entries: 2 })],
  ])('starts empty over %s', async (_, value) => {
    const purchases = boughtBefore(file(value).settings, hash, clock);
    expect(await purchases.knows('x', 1)).toBe(false);
    purchases.note('x', 1);
    await saved(purchases);
    expect(await purchases.knows('x', 1)).toBe(true);
  });

  test('a browser that cannot hash knows of no purchase and stops nothing', async () => {
    const none = { getRandomValues: hash.getRandomValues.bind(hash), subtle: {} } as unknown as Crypto;
    const purchases = boughtBefore(file().settings, none, clock);
    purchases.note('x', 1);
    expect(await purchases.knows('x', 1)).toBe(false);
  });
});
