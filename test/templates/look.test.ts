import { colorIn, contrast, readLook, standardLook, styleIn } from '../../src/templates/look';
import { styles, type Style } from '../../src/templates/styles';

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
