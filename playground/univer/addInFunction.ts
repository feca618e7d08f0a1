// A custom function for Univer's engine, which is synchronous. It returns the value that has arrived, or #BUSY! while the add-in
// works; waiting cells are recalculated when their result arrives (calculation.ts).
import {
  ArrayValueObject,
  BaseFunction,
  BooleanValueObject,
  NumberValueObject,
  StringValueObject,
  type BaseValueObject,
} from '@univerjs/preset-sheets-core';
import type { FunctionMetadata } from '../addIn/functionMetadata';
import type { CellCalls } from '../calls/cellCalls';
import type { FunctionResult, ResultCell } from '../calls/functionResult';
import type { Area } from '../grid/area';
import { convertArguments } from './functionArguments';
import { busy, errorValue } from './pendingError';

export class AddInFunction extends BaseFunction {
  override minParams = -1;
  override maxParams = -1;

  constructor(
    private readonly metadata: FunctionMetadata,
    private readonly calls: CellCalls,
  ) {
    super(metadata.name);
  }

  /** Quoted text that looks like a date stays text, as in Excel. */
  override isArgumentsIgnoreNumberPattern(): boolean {
    return true;
  }

  override calculate(...given: BaseValueObject[]): BaseValueObject {
    const converted = convertArguments(this.metadata, given);
    if ('error' in converted) return errorValue(converted.error);
    const position = { sheetId: this.subUnitId ?? '', row: this.row, column: this.column };
    const request = {
      functionId: this.metadata.id,
      parameters: converted.parameters,
      ...(this.metadata.options?.requiresParameterAddresses && { areas: given.map(areaOf) }),
    };
    const result = this.calls.evaluate(position, request);
    return result ? toValue(result) : errorValue(busy);
  }
}

/** Where a value was read from; null where it was typed or calculated. */
function areaOf(value: BaseValueObject): Area | null {
  if (!value.isArray()) return null;
  const array = value as ArrayValueObject;
  const [row, column] = [array.getCurrentRow(), array.getCurrentColumn()];
  if (row < 0 || column < 0 || array.getSheetId() === '') return null;
  return {
    sheetId: array.getSheetId(),
    row,
    column,
    rows: array.getRowCount(),
    columns: array.getColumnCount(),
  };
}

function toValue({ cells }: FunctionResult): BaseValueObject {
  const values = cells.map((row) => row.map(cellValue));
  const first = values[0]?.[0];
  if (!first) return errorValue('#VALUE!');
  if (values.length === 1 && values[0]?.length === 1) return first;
  return ArrayValueObject.create({
    calculateValueList: values,
    rowCount: values.length,
    columnCount: values[0]?.length ?? 0,
    unitId: '',
    sheetId: '',
    row: -1,
    column: -1,
  });
}

function cellValue(cell: ResultCell): BaseValueObject {
  if ('error' in cell) return errorValue(cell.error);
  if (typeof cell.value === 'number') return NumberValueObject.create(cell.value, cell.format ?? '');
  if (typeof cell.value === 'boolean') return BooleanValueObject.create(cell.value);
  return StringValueObject.create(cell.value);
}
