// The members of office.js that templates and charts use, as the batches of the real client name them.
import { CustomFunctionCalls } from '../../playground/calls/customFunctionCalls';
import { HostLog } from '../../playground/calls/hostLog';
import { WorkbookParts } from '../../playground/host/parts/workbookParts';
import { Batch, type BatchRequest } from '../../playground/host/richApi/batch';
import { DocumentSettings } from '../../playground/host/richApi/documentSettings';
import { calculated, EventTargets, wholeWorkbook } from '../../playground/host/richApi/eventTargets';
import { objectModel } from '../../playground/host/richApi/objectModel';
import { UnknownMembers } from '../../playground/host/richApi/unknownMembers';
import { PlainGrid } from './plainGrid';

type Path = BatchRequest['ObjectPaths'][string];

function setUp() {
  const grid = new PlainGrid();
  const parts = new WorkbookParts();
  const unknownMembers = new UnknownMembers(() => undefined);
  const events = new EventTargets();
  const model = objectModel(
    {
      grid,
      parts,
      unknownMembers,
      decimal: '.',
      language: 'en-US',
      settings: new DocumentSettings(),
      pane: { isOpen: () => true, open: () => undefined, close: () => undefined },
    },
    new CustomFunctionCalls(() => undefined, 'cards', new HostLog(() => 0)),
    events,
  );
  const run = (request: BatchRequest) => new Batch(model, request).run();
  return { grid, parts, unknownMembers, events, run };
}

const property = (Id: number, Name: string, ParentObjectPathId: number): Path => ({
  Id,
  ObjectPathType: 4,
  Name,
  ParentObjectPathId,
});
const method = (Id: number, Name: string, ParentObjectPathId: number, ...given: unknown[]): Path => ({
  Id,
  ObjectPathType: 3,
  Name,
  ParentObjectPathId,
  ArgumentInfo: { Arguments: given },
});
/** An argument that is a range is sent as the number of its path. */
const withRange = (path: Path, at: number, range: number): Path => ({
  ...path,
  ArgumentInfo: {
    ...path.ArgumentInfo,
    ReferencedObjectPathIds: (path.ArgumentInfo?.Arguments ?? []).map((_, index) =>
      index === at ? range : 0,
    ),
  },
});
const paths = (...more: Path[]): BatchRequest['ObjectPaths'] =>
  Object.fromEntries(
    [
      { Id: 1, ObjectPathType: 1, Name: '' },
      property(2, 'Worksheets', 1),
      method(3, 'GetActiveWorksheet', 2),
      method(4, 'GetRange', 3, 'A1:C4'),
      ...more,
    ].map((path) => [String(path.Id), path]),
  );
let id = 100;
const call = (ObjectPathId: number, Name: string, ...given: unknown[]) => ({
  Id: ++id,
  ActionType: 3,
  Name,
  ObjectPathId,
  ArgumentInfo: { Arguments: given },
});
const set = (ObjectPathId: number, Name: string, value: unknown) => ({
  Id: ++id,
  ActionType: 4,
  Name,
  ObjectPathId,
  ArgumentInfo: { Arguments: [value] },
});
const make = (ObjectPathId: number) => ({ Id: ++id, ActionType: 1, Name: '', ObjectPathId });
const load = (ObjectPathId: number, ...Select: string[]) => ({
  Id: ++id,
  ActionType: 2,
  Name: '',
  ObjectPathId,
  QueryInfo: { Select },
});

const table = [
  ['Product', 'Own', 'Lowest'],
  ['Phone', 100, 90],
  ['Tablet', 200, 210],
  ['Watch', 50, 40],
];

function addChart(type: string) {
  const made = setUp();
  made.grid.write({ sheetId: 's1', row: 0, column: 0, rows: 4, columns: 3 }, table);
  const ObjectPaths = paths(
    property(5, 'Charts', 3),
    withRange(method(6, 'Add', 5, type, null, 'Columns'), 1, 4),
    property(7, 'Title', 6),
    property(8, 'Axes', 6),
    property(9, 'ValueAxis', 8),
    property(10, 'Series', 6),
    method(11, 'GetItemAt', 10, 1),
    method(12, 'GetRange', 3, 'C2:C3'),
  );
  return { ...made, ObjectPaths };
}

test('a chart takes its series from a range: headings name them, text in front is their category', async () => {
  const { run, parts, ObjectPaths } = addChart('ColumnClustered');
  const reply = await run({ ObjectPaths, Actions: [make(6), load(10, 'items/name')] });
  expect(reply.Error).toBeUndefined();
  expect(reply.Results[1]?.Value).toEqual({ _Items: [{ Name: 'Own' }, { Name: 'Lowest' }] });
  expect(parts.charts[0]?.series[1]).toMatchObject({
    values: { row: 1, column: 2, rows: 3, columns: 1 },
    categories: { row: 1, column: 0, rows: 3, columns: 1 },
  });
});

test('titles, axes and series of a chart can be set, and are there in a copy of the file', async () => {
  const { run, parts, ObjectPaths } = addChart('BarClustered');
  const setValues = {
    ...call(11, 'SetValues', null),
    ArgumentInfo: { Arguments: [null], ReferencedObjectPathIds: [12] },
  };
  const reply = await run({
    ObjectPaths,
    Actions: [
      make(6),
      set(6, 'Name', 'Prices of three products'),
      set(7, 'Text', 'Prices'),
      set(9, 'NumberFormat', '0.00'),
      setValues,
      call(6, 'SetPosition', 'B2', 'E12'),
    ],
  });
  expect(reply.Error).toBeUndefined();
  const [chart] = new WorkbookParts(JSON.parse(JSON.stringify(parts)) as object).charts;
  expect(chart).toMatchObject({ name: 'Prices of three products', title: 'Prices', left: 75 });
  expect(chart?.value.numberFormat).toBe('0.00');
  expect(chart?.series[1]?.values).toMatchObject({ row: 1, column: 2, rows: 2 });
});

test('a kind of chart that cannot be drawn is refused, and so is a chart that was deleted', async () => {
  const first = addChart('Sunburst');
  const refused = await first.run({ ObjectPaths: first.ObjectPaths, Actions: [make(6)] });
  expect(refused.Error).toMatchObject({ Code: 'InvalidArgument' });
  const { run, parts, ObjectPaths } = addChart('Line');
  const reply = await run({ ObjectPaths, Actions: [make(6), call(6, 'Delete'), set(6, 'Name', 'x')] });
  expect(reply.Error).toMatchObject({ Code: 'ItemNotFound', ActionIndex: 2 });
  expect(parts.charts).toEqual([]);
});

test('a data validation is read back as it was written', async () => {
  const { run } = setUp();
  const rule = { list: { inCellDropDown: true, source: 'a,b' } };
  const reply = await run({
    ObjectPaths: paths(property(5, 'DataValidation', 4)),
    Actions: [set(5, 'Rule', rule), load(5, 'rule', 'type')],
  });
  expect(reply.Results[1]?.Value).toEqual({ Rule: rule, Type: 'List' });
});

test('conditional formats of a range are listed, and cleared', async () => {
  const { run, parts } = setUp();
  const ObjectPaths = paths(
    property(5, 'ConditionalFormats', 4),
    method(6, 'Add', 5, 'Custom'),
    property(7, 'Custom', 6),
    property(8, 'Rule', 7),
    property(9, 'Format', 7),
    property(10, 'Fill', 9),
  );
  await run({ ObjectPaths, Actions: [make(6), set(8, 'Formula', '=$A1>1'), set(10, 'Color', '#ff0000')] });
  expect(parts.formats[0]).toMatchObject({ formula: '=$A1>1', style: { fill: '#ff0000' } });
  const reply = await run({
    ObjectPaths: paths(property(5, 'ConditionalFormats', 4)),
    Actions: [call(5, 'ClearAll')],
  });
  expect(reply.Error).toBeUndefined();
  expect(parts.formats).toEqual([]);
});

test('a new conditional format has priority over those that are there', async () => {
  const { run, parts } = setUp();
  const formats = property(5, 'ConditionalFormats', 4);
  await run({ ObjectPaths: paths(formats, method(6, 'Add', 5, 'Custom')), Actions: [make(6)] });
  await run({ ObjectPaths: paths(formats, method(6, 'Add', 5, 'CellValue')), Actions: [make(6)] });
  expect(parts.formats.map(({ type }) => type)).toEqual(['CellValue', 'Custom']);
});

test('a name is added once, under a name that Excel takes', async () => {
  const { run, grid } = setUp();
  const add = (name: string) =>
    run({
      ObjectPaths: paths(property(5, 'Names', 1), withRange(method(6, 'Add', 5, name, null), 1, 4)),
      Actions: [make(6)],
    });
  expect((await add('Prices')).Error).toBeUndefined();
  expect(grid.features.names()).toEqual([{ name: 'Prices', refersTo: 'Sheet1!$A$1:$C$4' }]);
  expect((await add('prices')).Error).toMatchObject({ Code: 'InvalidArgument' });
  expect((await add('A1')).Error).toMatchObject({ Code: 'InvalidArgument' });
});

test('panes, tab colour and print settings are read back', async () => {
  const { run } = setUp();
  const ObjectPaths = paths(
    property(5, 'FreezePanes', 3),
    property(6, 'PageLayout', 3),
    method(7, 'GetPrintAreaOrNullObject', 6),
    method(8, 'GetLocationOrNullObject', 5),
  );
  const reply = await run({
    ObjectPaths,
    Actions: [
      call(5, 'FreezeRows', 3),
      set(3, 'TabColor', '#077380'),
      set(6, 'Zoom', { horizontalFitToPages: 1 }),
      call(6, 'SetPrintArea', 'A1:F20'),
      load(3, 'tabColor'),
      load(6, 'zoom'),
      load(7, 'address'),
      load(8, 'rowCount'),
    ],
  });
  expect(reply.Error).toBeUndefined();
  expect(reply.Results.slice(4).map(({ Value }) => Value)).toEqual([
    { Id: 's1', TabColor: '#077380' },
    { Zoom: { horizontalFitToPages: 1 } },
    { Address: 'Sheet1!A1:F20' },
    { RowCount: 3 },
  ]);
});

describe('pictures', () => {
  /** One pixel wide and high. */
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const added = (image: string) => paths(property(5, 'Shapes', 3), method(6, 'AddImage', 5, image));

  test('have the size of their file, keep its shape, and are there in a copy of the file', async () => {
    const { run, parts } = setUp();
    const reply = await run({
      ObjectPaths: added(png),
      Actions: [make(6), set(6, 'Height', 24), set(6, 'Left', 40), set(6, 'Name', 'Logo'), load(6, 'width')],
    });
    expect(reply.Error).toBeUndefined();
    expect(reply.Results.at(-1)?.Value).toMatchObject({ Width: 24 });
    const [picture] = new WorkbookParts(JSON.parse(JSON.stringify(parts)) as object).pictures;
    expect(picture).toMatchObject({ name: 'Logo', left: 40, width: 24, height: 24, image: png });
    parts.removeSheet('s1');
    expect(parts.pictures).toEqual([]);
  });

  test.each(['', 'not Base64!', 'PHN2Zz48L3N2Zz4='])('are refused where they are none: %j', async (image) => {
    const { run, parts } = setUp();
    const reply = await run({ ObjectPaths: added(image), Actions: [make(6)] });
    expect(reply.Error).toMatchObject({ Code: 'InvalidArgument' });
    expect(parts.pictures).toEqual([]);
  });
});

test('the last sheet stays, and nothing of a deleted sheet does', async () => {
  const { run, grid, parts, ObjectPaths } = addChart('Line');
  await run({ ObjectPaths, Actions: [make(6)] });
  const refused = await run({ ObjectPaths: paths(), Actions: [call(3, 'Delete')] });
  expect(refused.Error).toMatchObject({ Code: 'InvalidOperation' });
  grid.addSheet('Other');
  await run({ ObjectPaths: paths(), Actions: [call(3, 'Delete')] });
  expect(parts.charts).toEqual([]);
});

test('a calculation is told to those who registered for it', async () => {
  const { run, events } = setUp();
  const told = () => events.entries(calculated, ['s1', wholeWorkbook], {}).length;
  expect(told()).toBe(0);
  await run({ ObjectPaths: paths(), Actions: [call(2, '_RegisterCalculatedEvent')] });
  expect(told()).toBe(1);
});
