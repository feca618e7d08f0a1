import { cellsOf, plain } from '../../../../src/spill/read/values/argument';
import { oneCell } from '../../../../src/functions/free/operationNamed';
import { faultOf } from '../readings';

describe('a cell as Excel hands it over', () => {
  it.each([[null], [undefined], [''], ['   '], [{ type: 'Empty' }]])('reads %p as blank', (value) => {
    expect(plain(value)).toBeUndefined();
  });

  it('trims text and keeps numbers and booleans', () => {
    expect([plain(' a '), plain(3.5), plain(false)]).toEqual(['a', 3.5, false]);
  });

  it('unwraps data types', () => {
    expect(plain({ type: 'Double', basicValue: 45000, numberFormat: 'yyyy-mm-dd' })).toBe(45000);
    expect(plain({ type: 'FormattedNumber', basicValue: 7 })).toBe(7);
    expect(plain({ type: 'Entity', text: 'Amsterdam', basicValue: '#VALUE!' })).toBe('Amsterdam');
  });

  it.each([
    ['#N/A', 'na'],
    ['#BUSY!', 'na'],
    ['#REF!', 'value'],
    ['#DIV/0!', 'value'],
    ['#NAME?', 'value'],
  ])('passes the error %s on', (code, fault) => {
    for (const value of [code, { code }, { errorCode: code }, { type: 'Error', basicValue: code }]) {
      expect(plain(value)).toMatchObject({ fault, message: expect.stringContaining(code) as string });
    }
  });

  it('keeps the message of an error that has one', () => {
    const error = Object.assign(new Error('Held: 60 credits'), { code: '#N/A' });
    expect(plain(error)).toEqual({ fault: 'na', message: 'Held: 60 credits' });
  });

  it('does not choke on what no cell can hold', () => {
    for (const value of [NaN, Infinity, Symbol('x'), 5n, () => 1, {}, { basicValue: {} }]) {
      expect(plain(value)).toMatchObject({ fault: 'value' });
    }
  });
});

describe('an argument', () => {
  it('is one cell, however deep it comes', () => {
    expect([
      oneCell('count', 5),
      oneCell('count', [[5]]),
      oneCell('count', []),
      oneCell('count', [[]]),
    ]).toEqual([5, 5, undefined, undefined]);
  });

  it('is refused as a range where one value is wanted', () => {
    expect(faultOf(() => oneCell('count', [[1], [2]]))).toBe('count takes one cell, not a range of 2 cells.');
  });

  it('is rows of cells', () => {
    expect(cellsOf('a')).toEqual([['a']]);
    expect(cellsOf(['a', ['b']])).toEqual([['a'], ['b']]);
  });
});
