import { readCondition } from '../../../src/spill/where/condition';
import {
  rowOf,
  rowSigns,
  textOfRow,
  type RowSign,
} from '../../../src/taskpane/formulas/choices/conditionRows';

test.each(Object.keys(rowSigns) as RowSign[])('a row with "%s" is written and read again', (sign) => {
  for (const value of sign.endsWith('empty') ? [''] : ['5', 'Black and Decker', 'a, b', "L'Oréal", ' x']) {
    const listed = /in$/.test(sign) && value.startsWith('Black') ? "'Black and Decker', Bosch" : value;
    const text = textOfRow({ field: 'name', sign, value: listed });
    expect(() => readCondition('ruretail', text)).not.toThrow();
    const again = textOfRow(rowOf('ruretail', text)!);
    expect(readCondition('ruretail', again)).toEqual(readCondition('ruretail', text));
  }
});

test('half a condition stays in its row while it is typed', () => {
  expect(rowOf('ruretail', textOfRow({ field: 'price', sign: '>', value: '' }))).toEqual({
    field: 'price',
    sign: '>',
    value: '',
  });
});

test('what one row cannot hold stays text', () => {
  expect(rowOf('ruretail', 'price>5 or name has x')).toBeUndefined();
});

test.each(['has', 'in', '=', '<>', 'not in'] as const)(
  'a value with spaces is typed sign by sign into "%s"',
  (sign) => {
    for (const whole of ['Black and Decker', 'Russell Hobbs, Smeg', "L'Oréal x"]) {
      let text = textOfRow({ field: 'name', sign, value: '' });
      for (const letter of whole) {
        const row = rowOf('ruretail', text)!;
        text = textOfRow({ ...row, value: row.value + letter });
      }
      expect(rowOf('ruretail', text)).toMatchObject({ field: 'name', sign, value: whole });
    }
  },
);
