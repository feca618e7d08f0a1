// Univer's SORT and SORTBY sort their argument in place. Other formulas of the same calculation share that array, so a lookup
// over the range would find the wrong row. Here they get a copy.
import { ArrayValueObject, type BaseValueObject, type IFunctionService } from '@univerjs/preset-sheets-core';

export function protectSortedRanges(functions: IFunctionService): void {
  for (const name of ['SORT', 'SORTBY']) {
    const sort = functions.getExecutor(name);
    if (!sort) continue;
    const original = sort.calculate.bind(sort);
    sort.calculate = (array, ...rest) => original(copyOf(array), ...rest);
  }
}

function copyOf(value: BaseValueObject | undefined): BaseValueObject {
  if (!value?.isArray()) return value as BaseValueObject;
  const array = value as ArrayValueObject;
  return ArrayValueObject.create({
    calculateValueList: array.getArrayValue().map((row) => [...row]),
    rowCount: array.getRowCount(),
    columnCount: array.getColumnCount(),
    unitId: array.getUnitId(),
    sheetId: array.getSheetId(),
    row: array.getCurrentRow(),
    column: array.getCurrentColumn(),
  });
}
