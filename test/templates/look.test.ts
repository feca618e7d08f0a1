import { logoPlace } from '../../src/excel/templates/sheetWriter';
import { columnPoints } from '../../src/excel/workbook/newSheet';
import { colorIn, contrast, readLook, standardLook, styleIn } from '../../src/templates/look';
import { styles, type Style } from '../../src/templates/styles';
import type { TemplateSheet } from '../../src/templates/template';

const every: readonly Style[] = Object.values(styles);

const yellow = { accent: '#ffd100', font: '' };
const navy = { accent: '#0b2545', font: 'Georgia' };

test('the standard look changes nothing', () => {
  for (const style of every) expect(styleIn(standardLook, style)).toEqual(style);
});

test('headings, results, titles and tabs take the accent; what means something keeps its color', () => {
  expect(styleIn(navy, styles.heading)).toMatchObject({ fill: '#0b2545', color: '#ffffff' });
  expect(styleIn(navy, styles.result).fill).not.toBe(styles.result.fill);
  expect(colorIn(navy, '#08626C')).toBe('#0b2545');
  for (const name of ['input', 'status', 'liveStatus', 'sample', 'label'] as const)
    expect(styleIn(navy, styles[name])).toEqual(styles[name]);
});

test.each(['#ffd100', '#ffffff', '#000000', '#e4002b', '#7fffd4'])(
  'text stays readable with the accent %s',
  (accent) => {
    for (const style of every) {
      const { color = '#000000', fill = '#ffffff' } = styleIn({ accent, font: '' }, style);
      const wanted = Math.min(4.5, contrast(style.color ?? '#000000', style.fill ?? '#ffffff'));
      expect(contrast(color, fill)).toBeGreaterThanOrEqual(wanted - 0.01);
    }
  },
);

test('a light accent gets dark headings', () => {
  expect(styleIn(yellow, styles.heading)).toMatchObject({ fill: '#ffd100', color: '#1b2420' });
});

test('what is stored is checked: anyone can write it', () => {
  expect(readLook({ accent: '#ABCDEF', font: ' Segoe UI ' })).toEqual({
    accent: '#abcdef',
    font: 'Segoe UI',
  });
  expect(readLook({ accent: 'red', font: '' })).toBeUndefined();
  expect(readLook({ accent: '#abcdef', font: '"><x' })).toBeUndefined();
  expect(readLook(null)).toBeUndefined();
});

describe('a logo', () => {
  const image =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const logo = { image, width: 200, height: 50 };
  const look = { accent: '#0b2545', font: '' };

  test('is kept with the look', () => {
    expect(readLook({ ...look, logo })).toEqual({ ...look, logo });
  });

  test.each([
    ['no PNG file', { image: 'PHN2Zz48L3N2Zz4=' }],
    ['no Base64', { image: `${image}"><script>` }],
    ['far too long', { image: image + 'A'.repeat(500_000) }],
    ['wider than is kept', { width: 5_000 }],
    ['without a height', { height: 0 }],
  ])('is left out where it is %s', (_, wrong) => {
    expect(readLook({ ...look, logo: { ...logo, ...wrong } })).toEqual(look);
  });

  const sheet = (widths: readonly number[], blocks: TemplateSheet['blocks']) =>
    ({ widths, blocks }) as unknown as TemplateSheet;

  test('fits into the row of the title, keeps its shape, and ends where the columns end', () => {
    const place = logoPlace(sheet([20, 20, 20], [{ at: 'A1', rows: [['Title']] }]), logo);
    expect([place.width, place.height]).toEqual([96, 24]);
    expect(place.left + place.width).toBeCloseTo(3 * columnPoints(20));
  });

  test('stays on the first page of a wide sheet', () => {
    const place = logoPlace(
      sheet(
        Array.from({ length: 30 }, () => 20),
        [],
      ),
      logo,
    );
    expect(place.left + place.width).toBe(700);
  });

  test('is not wider than a third of a page, however long it is', () => {
    const place = logoPlace(sheet([100], []), { ...logo, width: 480, height: 24 });
    expect([place.width, place.height]).toEqual([160, 8]);
  });

  test('covers nothing that is written in the first rows', () => {
    const rows = [
      ['a', null, 'c'],
      ['', 'b', null],
    ];
    const place = logoPlace(sheet([10, 10, 10], [{ at: 'A1', rows }]), logo);
    expect(place.left).toBeCloseTo(3 * columnPoints(10));
    expect(logoPlace(sheet([10, 30, 30], [{ at: 'A3', rows }]), logo).left).toBeLessThan(
      columnPoints(10) + 2 * columnPoints(30),
    );
  });
});
