import { CustomFunctionCalls } from '../../playground/calls/customFunctionCalls';
import { DocumentSettings } from '../../playground/host/richApi/documentSettings';
import { HostLog } from '../../playground/calls/hostLog';
import { Batch, type BatchReply, type BatchRequest } from '../../playground/host/richApi/batch';
import { EventTargets, selectionChanged, wholeWorkbook } from '../../playground/host/richApi/eventTargets';
import { objectModel } from '../../playground/host/richApi/objectModel';
import { WorkbookParts } from '../../playground/host/parts/workbookParts';
import { UnknownMembers } from '../../playground/host/richApi/unknownMembers';
import { PlainGrid } from './plainGrid';

function setUp() {
  const grid = new PlainGrid();
  const unknownMembers = new UnknownMembers(() => undefined);
  const settings = new DocumentSettings();
  const parts = new WorkbookParts();
  const pane = { isOpen: () => true, open: () => undefined, close: () => undefined };
  const events = new EventTargets();
  const calls = new CustomFunctionCalls(() => undefined, 'cards', new HostLog(() => 0));
  const model = objectModel(
    { grid, settings, parts, pane, unknownMembers, decimal: '.', language: 'en-US' },
    calls,
    events,
  );
  const run = (request: BatchRequest): Promise<BatchReply> => new Batch(model, request).run();
  return { grid, unknownMembers, settings, model, events, run };
}

/** workbook → worksheets → active sheet → range */
function paths(address: string): BatchRequest['ObjectPaths'] {
  return {
    '1': { Id: 1, ObjectPathType: 1, Name: '' },
    '2': { Id: 2, ObjectPathType: 4, Name: 'Worksheets', ParentObjectPathId: 1 },
    '3': {
      Id: 3,
      ObjectPathType: 3,
      Name: 'GetActiveWorksheet',
      ParentObjectPathId: 2,
      ArgumentInfo: { Arguments: [] },
    },
    '4': {
      Id: 4,
      ObjectPathType: 3,
      Name: 'GetRange',
      ParentObjectPathId: 3,
      ArgumentInfo: { Arguments: [address] },
    },
  };
}

test('values are written and read back under their wire names', async () => {
  const { run, grid } = setUp();
  const reply = await run({
    ObjectPaths: paths('A1:B1'),
    Actions: [
      { Id: 10, ActionType: 4, Name: 'Values', ObjectPathId: 4, ArgumentInfo: { Arguments: [[[1, 'x']]] } },
      { Id: 11, ActionType: 2, Name: '', ObjectPathId: 4, QueryInfo: { Select: ['values', 'address'] } },
    ],
  });
  expect(reply.Error).toBeUndefined();
  expect(reply.Results[1]?.Value).toEqual({ Values: [[1, 'x']], Address: 'Sheet1!A1:B1' });
  expect(grid.cells.size).toBe(2);
});

test('a matrix of another shape is InvalidArgument and nothing after it runs', async () => {
  const { run, grid } = setUp();
  const reply = await run({
    ObjectPaths: paths('A1:B2'),
    Actions: [
      { Id: 10, ActionType: 4, Name: 'Values', ObjectPathId: 4, ArgumentInfo: { Arguments: [[[1, 2]]] } },
      { Id: 11, ActionType: 3, Name: 'SetDirty', ObjectPathId: 4, ArgumentInfo: { Arguments: [] } },
    ],
  });
  expect(reply.Error).toMatchObject({ Code: 'InvalidArgument', ActionIndex: 0 });
  expect(grid.recalculated).toEqual([]);
});

test('an unknown member fails loudly and is remembered', async () => {
  const { run, unknownMembers } = setUp();
  const method = await run({
    ObjectPaths: paths('A1'),
    Actions: [{ Id: 10, ActionType: 3, Name: 'FlashFill', ObjectPathId: 4, ArgumentInfo: { Arguments: [] } }],
  });
  const property = await run({
    ObjectPaths: paths('A1'),
    Actions: [{ Id: 10, ActionType: 2, Name: '', ObjectPathId: 4, QueryInfo: { Select: ['hyperlink'] } }],
  });
  expect(method.Error).toMatchObject({ Code: 'ApiNotFound' });
  expect(property.Error).toMatchObject({ Code: 'ApiNotFound' });
  expect(unknownMembers.list).toEqual(['Range.FlashFill()', 'Range.hyperlink']);
});

test('a kept range can be reached by its reference in a later batch', async () => {
  const { run } = setUp();
  const first = await run({
    ObjectPaths: paths('C3'),
    Actions: [
      { Id: 10, ActionType: 1, Name: '', ObjectPathId: 4 },
      { Id: 11, ActionType: 3, Name: '_KeepReference', ObjectPathId: 4, ArgumentInfo: { Arguments: [] } },
      { Id: 12, ActionType: 1, Name: '', ObjectPathId: 4 },
    ],
  });
  const reference = (first.Results[2]!.Value as { _ReferenceId: string })._ReferenceId;
  const second = await run({
    ObjectPaths: { '1': { Id: 1, ObjectPathType: 6, Name: reference } },
    Actions: [{ Id: 20, ActionType: 2, Name: '', ObjectPathId: 1, QueryInfo: { Select: 'address' } }],
  });
  expect(second.Results[0]?.Value).toEqual({ Address: 'Sheet1!C3' });
});

test('a kept range stays what it is while others are kept and removed', async () => {
  const { run } = setUp();
  const keep = async (address: string) => {
    const { Results } = await run({
      ObjectPaths: paths(address),
      Actions: [
        { Id: 11, ActionType: 3, Name: '_KeepReference', ObjectPathId: 4, ArgumentInfo: { Arguments: [] } },
        { Id: 12, ActionType: 1, Name: '', ObjectPathId: 4 },
      ],
    });
    return (Results[1]!.Value as { _ReferenceId: string })._ReferenceId;
  };
  const first = await keep('A1');
  const second = await keep('C3');
  await run({
    ObjectPaths: { '1': { Id: 1, ObjectPathType: 1, Name: '' } },
    Actions: [
      {
        Id: 13,
        ActionType: 3,
        Name: '_RemoveReference',
        ObjectPathId: 1,
        ArgumentInfo: { Arguments: [first] },
      },
    ],
  });
  const third = await keep('D4');
  expect(new Set([first, second, third]).size).toBe(3);
});

test('an OrNullObject that finds nothing instantiates as null', async () => {
  const { run } = setUp();
  const reply = await run({
    ObjectPaths: {
      ...paths('A1'),
      '5': { Id: 5, ObjectPathType: 3, Name: 'GetSpillingToRangeOrNullObject', ParentObjectPathId: 4 },
    },
    Actions: [{ Id: 10, ActionType: 1, Name: '', ObjectPathId: 5 }],
  });
  expect(reply.Results).toEqual([{ ActionId: 10, Value: null }]);
});

test('a collection answers with its items, each with its id', async () => {
  const { run, grid } = setUp();
  grid.addSheet('Log');
  const reply = await run({
    ObjectPaths: paths('A1'),
    Actions: [{ Id: 10, ActionType: 2, Name: '', ObjectPathId: 2, QueryInfo: { Select: ['items/name'] } }],
  });
  expect(reply.Results[0]?.Value).toEqual({
    _Items: [
      { Id: 's1', Name: 'Sheet1' },
      { Id: 's2', Name: 'Log' },
    ],
  });
});

test('a full calculation computes everything, a plain one nothing that is not dirty', async () => {
  const { run, grid } = setUp();
  const application = { '5': { Id: 5, ObjectPathType: 4, Name: 'Application', ParentObjectPathId: 1 } };
  const calculate = (kind: string): BatchRequest => ({
    ObjectPaths: { ...paths('A1'), ...application },
    Actions: [
      { Id: 10, ActionType: 3, Name: 'Calculate', ObjectPathId: 5, ArgumentInfo: { Arguments: [kind] } },
    ],
  });
  await run(calculate('Recalculate'));
  expect(grid.everythingRecalculated).toBe(0);
  await run(calculate('Full'));
  expect(grid.everythingRecalculated).toBe(1);
});

test('an event goes to the targets that are registered, and to no other', async () => {
  const { run, events } = setUp();
  const told = () =>
    events
      .entries(selectionChanged, ['sheet1', wholeWorkbook], { address: 'B2' })
      .map(([, , target]) => target);
  const call = (Id: number, Name: string, ObjectPathId: number) => ({
    Id,
    ActionType: 3,
    Name,
    ObjectPathId,
  });
  expect(told()).toEqual([]);
  const ObjectPaths = paths('A1');
  const reply = await run({ ObjectPaths, Actions: [call(10, '_RegisterSelectionChangedEvent', 2)] });
  expect(reply.Error).toBeUndefined();
  expect(told()).toEqual([wholeWorkbook]);
  await run({ ObjectPaths, Actions: [call(11, '_UnregisterSelectionChangedEvent', 2)] });
  expect(told()).toEqual([]);
});

test('a reply names the trace actions it reached: without them the client adds no handler', async () => {
  const { run } = setUp();
  const trace = (Id: number) => ({ Id, ActionType: 5, Name: 'Trace', ObjectPathId: 0 });
  const wrong = { Id: 11, ActionType: 3, Name: 'NoSuchMethod', ObjectPathId: 1 };
  const reply = await run({ ObjectPaths: paths('A1'), Actions: [trace(10), wrong, trace(12)] });
  expect(reply.TraceIds).toEqual([10]);
});
