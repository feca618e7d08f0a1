// Synchronizes Univer's engine with the add-in's calls: knows when the engine is idle, recalculates waiting cells when their
// result arrives, and reports cells that are edited, moved or removed.
import {
  ICommandService,
  ObjectMatrix,
  type ICommandInfo,
  type IExecutionOptions,
  type Injector,
} from '@univerjs/core';
import {
  FormulaExecutedStateType,
  IActiveDirtyManagerService,
  InsertColMutation,
  InsertRowMutation,
  MoveColsMutation,
  MoveRangeMutation,
  MoveRowsMutation,
  RemoveColMutation,
  RemoveRowMutation,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStartMutation,
  SetFormulaCalculationStopMutation,
  SetRangeValuesMutation,
  SetTriggerFormulaCalculationStartMutation,
  type ISetFormulaCalculationNotificationMutation,
  type ISetRangeValuesMutationParams,
} from '@univerjs/preset-sheets-core';
import type { Area } from '../grid/area';
import type { CellCalls } from '../calls/cellCalls';

const structural = new Set<string>(
  [
    InsertRowMutation,
    InsertColMutation,
    RemoveRowMutation,
    RemoveColMutation,
    MoveRowsMutation,
    MoveColsMutation,
  ].map((mutation) => mutation.id),
);
/** Results arrive in batches; one calculation per batch avoids 500 calculations for 500 cells. */
const gatherMilliseconds = 20;

export class Calculation {
  /** The engine will begin with what was edited. */
  private queued = false;
  /** It was stopped to begin again with what was edited meanwhile. */
  private restarting = false;
  /** Calculations whose results are on their way to the sheet. */
  private settling = 0;
  private waiting = new Map<string, Area>();
  private gathering = false;
  private readonly idleListeners: (() => void)[] = [];
  private readonly endedListeners: (() => void)[] = [];
  private readonly editedListeners: (() => void)[] = [];
  private readonly commands: ICommandService;
  private calls: CellCalls | undefined;

  constructor(
    private readonly injector: Injector,
    private readonly unitId: () => string,
    private readonly isCalculating: () => boolean,
  ) {
    this.commands = injector.get(ICommandService);
    this.commands.onCommandExecuted((command, options) => this.observe(command, options));
  }

  use(calls: CellCalls): void {
    this.calls = calls;
  }

  get isIdle(): boolean {
    return !this.queued && !this.isCalculating() && this.settling === 0 && this.waiting.size === 0;
  }

  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve();
    return new Promise((resolve) => this.idleListeners.push(resolve));
  }

  /** Recalculates these cells with the results that arrived for them. */
  recompute(area: Area): void {
    this.waiting.set(JSON.stringify(area), area);
    this.flushSoon();
  }

  /** Calls the functions of these cells again, whatever they are waiting for or have just received. */
  callAgain(area: Area): void {
    this.calls?.callAgain(area);
    this.recompute(area);
  }

  private flushSoon(): void {
    if (this.gathering) return;
    this.gathering = true;
    setTimeout(() => {
      this.gathering = false;
      this.flush();
    }, gatherMilliseconds);
  }

  private flush(): void {
    if (this.waiting.size === 0) return;
    // A request would make the engine begin anew, so they wait until it has finished; not every end of a calculation is told.
    if (this.isCalculating()) return this.flushSoon();
    const unitId = this.unitId();
    const dirtyRanges = [...this.waiting.values()].map(({ sheetId, row, column, rows, columns }) => ({
      unitId,
      sheetId,
      range: { startRow: row, startColumn: column, endRow: row + rows - 1, endColumn: column + columns - 1 },
    }));
    this.waiting = new Map();
    this.commands.syncExecuteCommand(
      SetTriggerFormulaCalculationStartMutation.id,
      { dirtyRanges },
      { onlyLocal: true },
    );
  }

  private observe(command: ICommandInfo, options: IExecutionOptions | undefined): void {
    if (command.id === SetFormulaCalculationStopMutation.id) {
      this.restarting = this.queued;
      this.queued = false;
    } else if (command.id === SetFormulaCalculationStartMutation.id) {
      // What was edited since the stop waits for a calculation of its own.
      if (!this.restarting) this.queued = false;
      this.restarting = false;
    } else if (command.id === SetFormulaCalculationNotificationMutation.id) {
      this.notified(command.params as ISetFormulaCalculationNotificationMutation);
    } else if (command.id === SetRangeValuesMutation.id) {
      if (options?.onlyLocal !== true) this.cellsWritten(command.params as ISetRangeValuesMutationParams);
    } else if (structural.has(command.id)) {
      this.sheetReshaped((command.params as { subUnitId: string }).subUnitId);
    } else if (command.id === MoveRangeMutation.id) {
      const { from, to } = command.params as { from: { subUnitId: string }; to: { subUnitId: string } };
      for (const sheetId of new Set([from.subUnitId, to.subUnitId])) this.sheetReshaped(sheetId);
    }
    if (!this.triggersCalculation(command, options)) return;
    this.queued = true;
    for (const listener of this.editedListeners) listener();
  }

  private triggersCalculation(command: ICommandInfo, options: IExecutionOptions | undefined): boolean {
    if (!this.injector.get(IActiveDirtyManagerService).get(command.id)) return false;
    return command.id !== SetRangeValuesMutation.id || options?.onlyLocal !== true;
  }

  private notified({ functionsExecutedState }: ISetFormulaCalculationNotificationMutation): void {
    if (functionsExecutedState === undefined) return;
    this.settling++;
    // A stopped calculation is restarted with more cells; nothing is shown yet.
    if (functionsExecutedState !== FormulaExecutedStateType.STOP_EXECUTION) this.calls?.calculationEnded();
    // The engine's results reach the sheet in the same turn, after this notification.
    setTimeout(() => {
      this.settling--;
      for (const listener of this.endedListeners) listener();
      this.flush();
      if (this.isIdle) for (const listener of this.idleListeners.splice(0)) listener();
    }, 0);
  }

  private cellsWritten({ subUnitId, cellValue }: ISetRangeValuesMutationParams): void {
    new ObjectMatrix(cellValue ?? {}).forValue((row, column, cell) => {
      if (!isStyleOnly(cell)) this.calls?.forget({ sheetId: subUnitId, row, column });
    });
  }

  /** Excel calls every function of the sheet again when rows, columns or cells are inserted, removed or moved. */
  private sheetReshaped(sheetId: string): void {
    this.calls?.forgetSheet(sheetId);
    this.onReshaped(sheetId);
  }

  onEnded(listener: () => void): void {
    this.endedListeners.push(listener);
  }

  onEdited(listener: () => void): void {
    this.editedListeners.push(listener);
  }

  onReshaped: (sheetId: string) => void = () => undefined;
}

function isStyleOnly(cell: unknown): boolean {
  if (typeof cell !== 'object' || cell === null) return false;
  return !['v', 'f', 'si', 'p'].some((key) => key in cell);
}
