import { readRecords } from '../../../../src/engine/remote/client/readResponse';
import { secretOf } from '../../../../src/engine/request/credential';

const read = (text: string) =>
  readRecords({ status: 200, headers: new Headers(), text }, secretOf('a key that is long'), 0);

test('one element that is not a record does not throw the paid answer away', () => {
  expect(read('[{"id":"a"},null,5,"x",[{"id":"b"}],{"id":"a"}]')).toEqual([
    { id: 'a' },
    null,
    5,
    'x',
    [{ id: 'b' }],
    { id: 'a' },
  ]);
  expect(read('[]')).toEqual([]);
});

test('an answer without a single record is not a list of records', () => {
  for (const text of ['[null]', '[1,2]', '{}', 'null', '"x"'])
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'not_records' }) as Error);
});

test('identifiers of more than 15 digits arrive as they were sent', () => {
  expect(read('[{"id":12345678901234567890,"price":5}]')).toEqual([{ id: '12345678901234567890', price: 5 }]);
});
