// `A1#`: the range a formula spilled into. Univer parses it but only has a stub, so its node gets a working `execute` here. It
// only depends on the anchor cell: the engine calculates that first, and then the size of the spill is known.
import type { Injector, IRange } from '@univerjs/core';
import {
  IFormulaCurrentConfigService,
  IFormulaRuntimeService,
  RangeReferenceObject,
  SuffixNodeFactory,
  type BaseAstNode,
  type BaseReferenceObject,
} from '@univerjs/preset-sheets-core';
import { errorValue } from './pendingError';

export function enableSpillReferences(injector: Injector): void {
  const prototype = SuffixNodeFactory.prototype;
  const original = Reflect.get<SuffixNodeFactory, 'checkAndCreateNodeType'>(
    prototype,
    'checkAndCreateNodeType',
  );
  prototype.checkAndCreateNodeType = function (this: SuffixNodeFactory, param) {
    const node = original.call(this, param);
    return node?.getToken() === '#' ? withSpill(node, injector) : node;
  };
}

/** A different token keeps the dependency builder from calculating the node before the anchor has a value. */
function withSpill<T extends BaseAstNode>(node: T, injector: Injector): T {
  node.getToken = () => '#spill';
  node.execute = () => {
    const anchor = node.getChildren()[0]?.getValue();
    const reference = anchor?.isReferenceObject() ? (anchor as BaseReferenceObject) : undefined;
    node.setValue(reference?.isCell() ? spilled(reference, injector) : errorValue('#REF!'));
  };
  return node;
}

function spilled(
  anchor: BaseReferenceObject,
  injector: Injector,
): BaseReferenceObject | ReturnType<typeof errorValue> {
  const config = injector.get(IFormulaCurrentConfigService);
  const runtime = injector.get(IFormulaRuntimeService);
  const unitId = anchor.getUnitId();
  const sheetId = anchor.getSheetId();
  const { startRow: row, startColumn: column } = anchor.getRangePosition();
  if (!config.getFormulaData()[unitId]?.[sheetId]?.[row]?.[column]) return errorValue('#REF!');
  const computedNow = runtime.getUnitData()[unitId]?.[sheetId]?.getValue(row, column);
  const ranges = computedNow ? runtime.getUnitArrayFormula() : config.getArrayFormulaRange();
  const range: IRange = ranges[unitId]?.[sheetId]?.[row]?.[column] ?? {
    startRow: row,
    endRow: row,
    startColumn: column,
    endColumn: column,
  };
  const reference = new RangeReferenceObject({ ...range }, sheetId, unitId);
  reference.setDefaultUnitId(unitId);
  reference.setDefaultSheetId(sheetId);
  reference.setUnitData(config.getUnitData());
  reference.setUnitStylesData(config.getUnitStylesData());
  reference.setArrayFormulaCellData(config.getArrayFormulaCellData());
  reference.setArrayFormulaRange(config.getArrayFormulaRange());
  reference.setRuntimeData(runtime.getUnitData());
  reference.setRuntimeArrayFormulaCellData(runtime.getRuntimeArrayFormulaCellData());
  reference.setRuntimeArrayFormulaRange(runtime.getUnitArrayFormula());
  reference.setRuntimeFeatureCellData(runtime.getRuntimeFeatureCellData());
  return reference;
}
