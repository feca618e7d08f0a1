// Calculates in Excel's order. Univer takes a formula's own cell for all of its result: what reads only the cells it spilled into is
// calculated in a second pass, which leaves out every array formula of the first and has no third for what it makes spill itself.
// Here a formula counts with the cells it spilled into last, so one pass in the right order is enough, and one more for each result
// that grew. Only here is it known when the engine calculates: its notifications come twice for what was stopped, and while another
// calculation runs.
import { ObjectMatrix, Rectangle, cellToRange, type IUnitRange } from '@univerjs/core';
import {
  CalculateFormulaService,
  FORMULA_REF_TO_ARRAY_CACHE,
  FormulaDependencyTree,
  FormulaDependencyTreeVirtual,
  type IArrayFormulaRangeType,
  type IFormulaDependencyTree,
} from '@univerjs/preset-sheets-core';

/** Formulas that make each other grow without end, as random sizes may, are left after so many passes. */
const mostPasses = 50;

/** Returns whether the engine is calculating. */
export function calculateInSpillOrder(): () => boolean {
  let spilled: IArrayFormulaRangeType = {};
  let begun = 0;
  let last = Promise.resolve();
  let end = () => undefined as void;
  const execute = Reflect.get<CalculateFormulaService, 'execute'>(
    CalculateFormulaService.prototype,
    'execute',
  );
  // The engine puts aside what it is calculating as soon as it is asked for more: it is asked one after the other.
  CalculateFormulaService.prototype.execute = async function (this: CalculateFormulaService, config) {
    begun++;
    const before = last;
    last = before.then(() => new Promise((resolve) => (end = resolve)));
    await before;
    await execute.call(this, config);
  };
  const step = async (service: CalculateFormulaService) => {
    const config = service['_currentConfigService'];
    spilled = structuredClone(config.getArrayFormulaRange());
    let state = await service['_apply']();
    for (let pass = 1; state && pass < mostPasses; pass++) {
      const dirty = grow(spilled, state.arrayFormulaRange);
      if (pass === 1) {
        const features = service['_getArrayFormulaDirtyRangeAndExcludedRange']({}, state.runtimeFeatureRange);
        dirty.push(...features.dirtyRanges);
      }
      if (dirty.length === 0) break;
      FORMULA_REF_TO_ARRAY_CACHE.clear();
      config.loadDirtyRangesAndExcludedCell(dirty, {});
      state = await service['_apply'](true);
    }
  };
  for (const { prototype } of [FormulaDependencyTree, FormulaDependencyTreeVirtual]) {
    const own = Reflect.get<IFormulaDependencyTree, 'toRTreeItem'>(prototype, 'toRTreeItem');
    prototype.toRTreeItem = function (this: IFormulaDependencyTree) {
      const { unitId, subUnitId: sheetId, row, column } = this;
      const isCell = !this.featureId && !this.formulaId;
      const range = isCell ? spilled[unitId]?.[sheetId]?.[row]?.[column] : undefined;
      return range ? [{ unitId, sheetId, range }] : own.call(this);
    };
  }
  CalculateFormulaService.prototype['_executeStep'] = async function (this: CalculateFormulaService) {
    try {
      await step(this);
    } finally {
      // Until then the results, or the calculation that replaces this one, are known.
      setTimeout(() => {
        begun--;
        end();
      }, 0);
    }
    return undefined;
  };
  return () => begun > 0;
}

/** Adds what the results take up now to what they took up before, and returns the cells that are new. */
function grow(spilled: IArrayFormulaRangeType, now: IArrayFormulaRangeType): IUnitRange[] {
  const added: IUnitRange[] = [];
  for (const [unitId, sheets] of Object.entries(now))
    for (const [sheetId, rows] of Object.entries(sheets ?? {})) {
      const known = new ObjectMatrix(((spilled[unitId] ??= {})[sheetId] ??= {}));
      new ObjectMatrix(rows).forValue((row, column, range) => {
        const before = known.getValue(row, column) ?? cellToRange(row, column);
        for (const part of Rectangle.subtract(range, before)) added.push({ unitId, sheetId, range: part });
        known.setValue(row, column, Rectangle.union(before, range));
      });
    }
  return added;
}
