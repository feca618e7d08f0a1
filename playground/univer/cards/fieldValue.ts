// FIELDVALUE(value, field): a field of a card, as in Excel. Univer has no data types, so the card is found by the cell's place.
import {
  ArrayValueObject,
  BaseFunction,
  BooleanValueObject,
  Lexer,
  NumberValueObject,
  StringValueObject,
  type BaseReferenceObject,
  type BaseValueObject,
} from '@univerjs/preset-sheets-core';
import type { CellData } from '../../grid/grid';
import { belongs, type CellDataIndex } from './cellData';
import { withFieldValues } from './dottedFields';
import { errorValue, noField } from '../pendingError';

export class FieldValue extends BaseFunction {
  override minParams = 2;
  override maxParams = 2;
  override needsReferenceObject = true;

  constructor(private readonly cellData: CellDataIndex) {
    super('FIELDVALUE');
  }

  override calculate(...given: BaseValueObject[]): BaseValueObject {
    const [cells, field] = given as unknown as [BaseReferenceObject | BaseValueObject, BaseValueObject];
    if (!cells.isReferenceObject()) return errorValue(noField);
    const reference = cells as BaseReferenceObject;
    const name = textOf(field);
    const { startRow, startColumn, endRow, endColumn } = reference.getRangePosition();
    const rows: BaseValueObject[][] = Array.from({ length: endRow - startRow + 1 }, () =>
      Array.from({ length: endColumn - startColumn + 1 }, () => errorValue(noField)),
    );
    reference.iterator((value, row, column) => {
      if (!value) return;
      rows[row - startRow]![column - startColumn] = value.isError()
        ? value
        : fieldOf(this.cellData.at(reference.getSheetId(), row, column), value, name);
    });
    const only = rows.length === 1 && rows[0]!.length === 1 ? rows[0]![0] : undefined;
    return only ?? arrayOf(rows);
  }
}

function fieldOf(data: CellData | undefined, value: BaseValueObject, name: string): BaseValueObject {
  if (!data || !belongs(data, value.getValue())) return errorValue(noField);
  const properties = data['properties'] as Readonly<Record<string, CellData>> | undefined;
  const found = Object.entries(properties ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found ? toValue(found[1]) : errorValue(noField);
}

function textOf(field: BaseReferenceObject | BaseValueObject): string {
  const value = field.isReferenceObject()
    ? (field as unknown as BaseReferenceObject).getFirstCell()
    : (field as BaseValueObject);
  return String(value.getValue());
}

function toValue({ basicValue, numberFormat }: CellData): BaseValueObject {
  if (typeof basicValue === 'number')
    return NumberValueObject.create(basicValue, typeof numberFormat === 'string' ? numberFormat : '');
  if (typeof basicValue === 'boolean') return BooleanValueObject.create(basicValue);
  return typeof basicValue === 'string' ? StringValueObject.create(basicValue) : errorValue('#VALUE!');
}

const arrayOf = (rows: BaseValueObject[][]): ArrayValueObject =>
  ArrayValueObject.create({
    calculateValueList: rows,
    rowCount: rows.length,
    columnCount: rows[0]?.length ?? 0,
    unitId: '',
    sheetId: '',
    row: -1,
    column: -1,
  });

/** The cell keeps the formula as it was typed. */
export function readDottedFields(): void {
  const original = Reflect.get<Lexer, 'treeBuilder'>(Lexer.prototype, 'treeBuilder');
  Lexer.prototype.treeBuilder = function (this: Lexer, formula, transformSuffix) {
    return original.call(this, withFieldValues(formula), transformSuffix);
  };
}
