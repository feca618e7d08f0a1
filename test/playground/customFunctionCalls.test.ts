import { CustomFunctionCalls, type MessageEntry } from '../../playground/calls/customFunctionCalls';
import type { FunctionResult } from '../../playground/calls/functionResult';
import { HostLog } from '../../playground/calls/hostLog';

function setUp() {
  const sent: MessageEntry[][] = [];
  const results: FunctionResult[] = [];
  const calls = new CustomFunctionCalls((entries) => sent.push(entries), 'cards', new HostLog(() => 0));
  const invoke = (query: string) =>
    calls.invoke({
      functionId: 'RURETAIL.SEARCH',
      parameters: [[[query]]],
      address: 'Tour!A1',
      cancelable: true,
      takesErrors: false,
      onResult: (result) => results.push(result),
    });
  return { calls, sent, results, invoke };
}

test('calls wait until the runtime is ready and then travel together', () => {
  const { calls, sent, invoke } = setUp();
  invoke('a');
  invoke('b');
  expect(sent).toEqual([]);
  calls.markReady();
  expect(sent).toHaveLength(1);
  expect(
    sent[0]?.map(([category, type, , message]) => [category, type, JSON.parse(message) as unknown]),
  ).toEqual([
    [1, 1000, [1, 'RURETAIL.SEARCH', [[['a']]], 'Tour!A1', 1]],
    [1, 1000, [2, 'RURETAIL.SEARCH', [[['b']]], 'Tour!A1', 1]],
  ]);
});

test('a result settles its call once', () => {
  const { calls, results, invoke } = setUp();
  const id = invoke('a');
  calls.settleArrays([[id, true, [['x']]]]);
  calls.settleArrays([[id, true, [['y']]]]);
  expect(results).toEqual([{ cells: [[{ value: 'x' }]] }]);
  expect(calls.pending).toBe(0);
});

test('the older form of results is understood', () => {
  const { calls, results, invoke } = setUp();
  const id = invoke('a');
  calls.settleObjects([{ id, failed: true, value: 'No such shop.', errorCode: 7 }]);
  expect(results).toEqual([{ cells: [[{ error: '#VALUE!', message: 'No such shop.' }]] }]);
});

test('a cancelled call is told to the add-in and its answer ignored', () => {
  const { calls, sent, results, invoke } = setUp();
  const id = invoke('a');
  calls.cancel(id);
  calls.markReady();
  expect(sent[0]?.map(([, type]) => type)).toEqual([1000, 1001]);
  calls.settleArrays([[id, true, 'x']]);
  expect(results).toEqual([]);
  expect(calls.counts).toEqual({ invoked: 1, cancelled: 1 });
});
