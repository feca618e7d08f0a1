// One key press in Match: the next of 1,000 items is ranked against 20,000 candidates that were prepared once.
import { matchPrepared, prepare } from '../src/match';
import { against, type Measure } from './measure';

const brands = ['Apple', 'Samsung', 'Sony', 'Philips', 'Bosch', 'Lenovo', 'Xiaomi', 'LG', 'Haier', 'Canon'];
const nouns = [
  'Смартфон',
  'Телевизор',
  'Ноутбук',
  'Наушники',
  'Пылесос',
  'Монитор',
  'Camera',
  'Laptop',
  'Koffiemachine',
];
const colours = ['чёрный', 'white', 'zilver', 'blue'];

const nameOf = (nth: number): string =>
  `${nouns[nth % nouns.length]!} ${brands[nth % brands.length]!} ${String.fromCharCode(65 + (nth % 26))}${nth % 977}${nth % 3 === 0 ? ' Pro' : ''} ${2 ** (5 + (nth % 6))}GB ${colours[nth % colours.length]!} WX-${nth}K`;

const candidates = 20_000;
const items = 1_000;
/** Milliseconds for one key press. */
const goal = 50;

export function matchMeasures(): Promise<Measure[]> {
  const prepared = prepare(Array.from({ length: candidates }, (_, nth) => ({ name: nameOf(nth) })));
  const times: number[] = [];
  for (let nth = 0; nth < items; nth++) {
    const from = performance.now();
    matchPrepared(
      {
        name: nameOf(nth * 20)
          .replace('чёрный', 'black')
          .toLowerCase(),
      },
      prepared,
    );
    times.push(performance.now() - from);
  }
  const slow = times.sort((a, b) => a - b)[Math.floor(items * 0.99)]!;
  return Promise.resolve([
    against(
      `Match: one key press, ${items} items, ${candidates} candidates: ms, against ${goal} ms`,
      slow,
      goal,
      1,
    ),
  ]);
}
