import { CellCalls, type CallRequest, type CellPosition } from '../../playground/calls/cellCalls';
import type { FunctionResult } from '../../playground/calls/functionResult';

const cell: CellPosition = { sheetId: 's', row: 0, column: 0 };
const request: CallRequest = { functionId: 'F', parameters: ['a'] };
const value = (text: string): FunctionResult => ({ cells: [[{ value: text }]] });
const error: FunctionResult = { cells: [[{ error: '#N/A', message: 'Nothing there.' }]] };

function setUp() {
  const answers: ((result: FunctionResult) => void)[] = [];
  const cancelled: number[] = [];
  const arrived: CellPosition[] = [];
  const calls = new CellCalls(
    {
      invoke: (_position, _call, onResult) => answers.push(onResult),
      cancel: (id) => cancelled.push(id),
    },
    (position) => arrived.push(position),
  );
  const compute = (with_ = request) => {
    const result = calls.evaluate(cell, with_);
    calls.calculationEnded();
    return result;
  };
  return { calls, answers, cancelled, arrived, compute };
}

test('a cell is busy until its function answers, and is computed again with the answer', () => {
  const { answers, arrived, compute, calls } = setUp();
  expect(compute()).toBeUndefined();
  expect(calls.isBusy(cell)).toBe(true);
  expect(compute()).toBeUndefined();
  expect(answers).toHaveLength(1);
  answers[0]?.(value('x'));
  expect(arrived).toEqual([cell]);
  expect(compute()).toEqual(value('x'));
});

test('an engine that asks twice in one calculation gets the same answer twice', () => {
  const { answers, calls } = setUp();
  calls.evaluate(cell, request);
  calls.evaluate(cell, request);
  expect(answers).toHaveLength(1);
  answers[0]?.(value('x'));
  expect(calls.evaluate(cell, request)).toEqual(value('x'));
  expect(calls.evaluate(cell, request)).toEqual(value('x'));
});

test('a later recalculation calls the function again', () => {
  const { answers, compute } = setUp();
  compute();
  answers[0]?.(value('x'));
  compute();
  expect(compute()).toBeUndefined();
  expect(answers).toHaveLength(2);
});

test('other arguments cancel the call that is under way', () => {
  const { cancelled, compute } = setUp();
  compute();
  compute({ functionId: 'F', parameters: ['b'] });
  expect(cancelled).toEqual([1]);
});

test('a recalculation cancels the call that is under way, and calls again', () => {
  const { answers, cancelled, calls, compute } = setUp();
  compute();
  calls.callAgain(cell);
  expect(cancelled).toEqual([1]);
  expect(compute()).toBeUndefined();
  answers[1]?.(value('new'));
  expect(compute()).toEqual(value('new'));
});

test('a recalculation calls again although an answer has just arrived', () => {
  const { answers, cancelled, calls, compute } = setUp();
  compute();
  answers[0]?.(value('before'));
  calls.callAgain(cell);
  expect(compute()).toBeUndefined();
  expect([answers.length, cancelled.length]).toEqual([2, 0]);
});

test('editing or deleting the cell cancels, and a late answer changes nothing', () => {
  const { answers, cancelled, calls, compute } = setUp();
  compute();
  calls.forget(cell);
  expect(cancelled).toEqual([1]);
  expect(calls.isBusy(cell)).toBe(false);
  expect(answers).toHaveLength(1);
});

test('a reopened workbook shows saved values without a call, and calls again for errors', () => {
  const first = setUp();
  first.compute();
  first.answers[0]?.(value('x'));
  first.compute();
  const other = { ...cell, row: 5 };
  first.calls.evaluate(other, request);
  first.answers[1]?.(error);
  const saved = first.calls.save();
  expect(saved.map(({ cell: { row } }) => row)).toEqual([0]);

  const second = setUp();
  second.calls.restore(saved);
  expect(second.compute()).toEqual(value('x'));
  expect(second.calls.evaluate(other, request)).toBeUndefined();
  expect(second.answers).toHaveLength(1);
});

test('the sentence of an error is found at its place in the table', () => {
  const { answers, calls, compute } = setUp();
  compute();
  answers[0]?.({ cells: [[{ value: 'Price' }], [{ error: '#N/A', message: 'No such unit.' }]] });
  expect(calls.cellAt(cell, 1, 0)).toEqual({ error: '#N/A', message: 'No such unit.' });
  expect(calls.cellAt(cell, 2, 0)).toBeUndefined();
});

test('a result that arrives after its cell was calculated is taken by the next calculation, without a call', () => {
  const { answers, calls, compute } = setUp();
  expect(calls.evaluate(cell, request)).toBeUndefined();
  answers[0]?.(value('x'));
  calls.calculationEnded();
  expect(compute()).toEqual(value('x'));
  expect(answers).toHaveLength(1);
});
