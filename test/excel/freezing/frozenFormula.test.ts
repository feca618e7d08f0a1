import fc from 'fast-check';
import {
  placed,
  readKept,
  runsOf,
  writeKept,
  type FrozenFormula,
} from '../../../src/excel/freezing/frozenParts';

const kept: FrozenFormula = {
  sheetId: 'id-1',
  sheet: "Anna's",
  cell: 'B2',
  area: 'B2:C3',
  formula: `=BIZBUREAU.SEARCH("<&> 'roof'")`,
  formats: [
    ['General', 3],
    ['@', 1],
  ],
  digests: ['abc'],
};

test('what is kept reads back as it was, whatever its text holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer(), (formula, at) => {
      const formulas = [{ ...kept, formula }];
      expect(readKept(writeKept({ at, formulas }))).toEqual({ v: 1, at, formulas });
    }),
  );
});

test('anything else is not read, and never throws', () => {
  const frozen = (inside: unknown) => `<frozen xmlns="x">${btoa(JSON.stringify(inside))}</frozen>`;
  const { sheetId: _, ...partial } = kept;
  for (const xml of [
    '',
    '<frozen/>',
    '<frozen>***</frozen>',
    frozen(null),
    frozen({ v: 1, at: 1, formulas: [partial] }),
    frozen({ v: 1, at: 1, formulas: [{ ...kept, cell: 'Other!B2' }] }),
    frozen({ v: 1, at: 1, formulas: [{ ...kept, area: '=EVIL()' }] }),
    frozen({ v: 1, at: 1, formulas: [{ ...kept, formula: 'x'.repeat(10_000) }] }),
    frozen({ v: 1, at: 1, formulas: Array.from({ length: 6_000 }, () => kept) }),
    `<frozen>${'A'.repeat(5_000_000)}</frozen>`,
  ])
    expect(readKept(xml)).toBeUndefined();
  fc.assert(
    fc.property(fc.string(), (inside) => expect(readKept(`<frozen>${inside}</frozen>`)).toBeUndefined()),
  );
});

test('formats are kept as runs, and what the runs leave open is General', () => {
  const formats = [
    ['General', '0%'],
    ['0%', '0%'],
  ];
  expect(runsOf(formats)).toEqual([
    ['General', 1],
    ['0%', 3],
  ]);
  expect(placed({ ...kept, formats: runsOf(formats) }, 'New name')).toMatchObject({
    cell: "'New name'!B2",
    area: "'New name'!B2:C3",
    formats,
  });
  expect(placed({ ...kept, formats: [['0%', 1e9]] }, 'S')?.formats).toEqual([
    ['0%', '0%'],
    ['0%', '0%'],
  ]);
  expect(placed({ ...kept, formats: [] }, 'S')?.formats?.flat()).toEqual(Array(4).fill('General'));
});

test('addresses that do not belong together are not placed', () => {
  expect(placed({ ...kept, cell: 'A1' }, 'S')).toBeUndefined();
  expect(placed({ ...kept, cell: 'B2:C3' }, 'S')).toBeUndefined();
  expect(placed({ ...kept, area: 'B2:XFD1000000' }, 'S')).toBeUndefined();
});
