// The custom function calls each cell is waiting for or has received. A spreadsheet engine calls synchronously and possibly
// twice. Excel calls a function once per recalculation of its cell, keeps the value until then, and cancels a call whose cell
// was edited, deleted or got other arguments. This class reconciles the two.
import type { Area } from '../grid/area';
import type { CellData } from '../grid/grid';
import type { FunctionResult, ResultCell } from './functionResult';

export interface CellPosition {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

export interface CallRequest {
  readonly functionId: string;
  readonly parameters: readonly unknown[];
  /** Where the arguments are, for functions that want to know; null for what is typed. */
  readonly areas?: readonly (Area | null)[];
}

export interface CallStarter {
  invoke(cell: CellPosition, call: CallRequest, onResult: (result: FunctionResult) => void): number;
  cancel(invocationId: number): void;
}

interface Call {
  readonly request: CallRequest;
  invocationId?: number;
  result?: FunctionResult;
  /** The value arrived, and the cell has not been calculated with it yet. */
  fresh: boolean;
  /** The calculation that is running has taken the value. */
  used?: boolean;
}

export interface SavedCall {
  readonly cell: CellPosition;
  readonly request: CallRequest;
  readonly result: FunctionResult;
}

interface CellEntry {
  readonly position: CellPosition;
  readonly calls: Map<string, Call>;
}

const keyOfCall = ({ functionId, parameters, areas }: CallRequest): string =>
  JSON.stringify([functionId, parameters, areas]);

/** What the add-in says in a cell that it will call again without being asked. */
const fillsIn = /fills in by itself/;

export class CellCalls {
  private readonly cells = new Map<string, CellEntry>();
  private asked = new Map<string, Set<string>>();
  /** Grows with every change of what cells have received. */
  changes = 0;

  constructor(
    private readonly starter: CallStarter,
    private readonly onArrived: (cell: CellPosition) => void,
  ) {}

  /** The engine calculates a cell: its value if it has arrived; otherwise a call is pending and the cell is busy. */
  evaluate(position: CellPosition, request: CallRequest): FunctionResult | undefined {
    const cellKey = keyOf(position);
    const entry = this.cells.get(cellKey) ?? { position, calls: new Map<string, Call>() };
    this.cells.set(cellKey, entry);
    const callKey = keyOfCall(request);
    this.remember(cellKey, callKey);
    const known = entry.calls.get(callKey);
    if (known?.invocationId !== undefined) return undefined;
    if (known?.result && known.fresh) {
      known.used = true;
      return known.result;
    }
    this.start(entry, callKey, request);
    return undefined;
  }

  /**
   * The engine finished: values it used are no longer new, and calls it no longer needs are cancelled. What arrived after its
   * cell was calculated is still new.
   */
  calculationEnded(): void {
    for (const [cellKey, callKeys] of this.asked) {
      const entry = this.cells.get(cellKey);
      if (!entry) continue;
      for (const [callKey, call] of entry.calls) {
        if (!callKeys.has(callKey)) this.drop(entry, callKey, call);
        else if (call.used) call.fresh = call.used = false;
      }
    }
    this.asked = new Map();
  }

  /** The cell is recalculated: Excel cancels what it is waiting for, and calls again. */
  callAgain(position: CellPosition): void {
    const entry = this.cells.get(keyOf(position));
    for (const [callKey, call] of entry?.calls ?? []) {
      if (call.invocationId === undefined) call.fresh = false;
      else this.drop(entry!, callKey, call);
    }
  }

  /** The cell was edited or moved: what it was waiting for is no longer needed. */
  forget(position: CellPosition): boolean {
    const entry = this.cells.get(keyOf(position));
    if (!entry) return false;
    for (const [callKey, call] of entry.calls) this.drop(entry, callKey, call);
    this.cells.delete(keyOf(position));
    return true;
  }

  clear(): void {
    for (const { position } of [...this.cells.values()]) this.forget(position);
    this.asked = new Map();
  }

  forgetSheet(sheetId: string): void {
    for (const { position } of [...this.cells.values()])
      if (position.sheetId === sheetId) this.forget(position);
  }

  positions(): CellPosition[] {
    return [...this.cells.values()].map((entry) => entry.position);
  }

  /** The error, with its message, that the function returned at an offset from its own cell. */
  cellAt(position: CellPosition, rowOffset: number, columnOffset: number): ResultCell | undefined {
    for (const call of this.cells.get(keyOf(position))?.calls.values() ?? []) {
      const cell = call.result?.cells[rowOffset]?.[columnOffset];
      if (cell) return cell;
    }
    return undefined;
  }

  /** All cards and pictures that a cell's functions returned, by their place in the result. */
  dataOf(position: CellPosition): { down: number; right: number; data: CellData }[] {
    return [...(this.cells.get(keyOf(position))?.calls.values() ?? [])].flatMap(({ result }) =>
      (result?.cells ?? []).flatMap((row, down) =>
        row.flatMap(({ data }, right) => (data ? [{ down, right, data }] : [])),
      ),
    );
  }

  /** Whether a cell, or any of them, shows that the rest of its result is on its way. */
  isFilling(position?: CellPosition): boolean {
    const cells = position ? [this.cells.get(keyOf(position))] : [...this.cells.values()];
    return cells.some((cell) =>
      [...(cell?.calls.values() ?? [])].some(({ result }) =>
        result?.cells.some((row) => row.some((each) => 'error' in each && fillsIn.test(each.message))),
      ),
    );
  }

  isBusy(position: CellPosition): boolean {
    return [...(this.cells.get(keyOf(position))?.calls.values() ?? [])].some(
      (call) => call.invocationId !== undefined,
    );
  }

  /** What a file stores: values stay until something changes; errors are recalculated on open, as in Excel. */
  save(): SavedCall[] {
    return [...this.cells.values()].flatMap(({ position, calls }) =>
      [...calls.values()].flatMap(({ request, result, invocationId }) =>
        result && invocationId === undefined && !startsWithError(result)
          ? [{ cell: position, request, result }]
          : [],
      ),
    );
  }

  restore(saved: readonly SavedCall[]): void {
    this.changes++;
    for (const { cell, request, result } of saved) {
      const entry = this.cells.get(keyOf(cell)) ?? { position: cell, calls: new Map<string, Call>() };
      entry.calls.set(keyOfCall(request), {
        request,
        result,
        fresh: true,
      });
      this.cells.set(keyOf(cell), entry);
    }
  }

  private start(entry: CellEntry, callKey: string, request: CallRequest): void {
    const call: Call = { request, fresh: false };
    entry.calls.set(callKey, call);
    call.invocationId = this.starter.invoke(entry.position, request, (result) => {
      delete call.invocationId;
      call.result = result;
      this.changes++;
      call.fresh = true;
      this.onArrived(entry.position);
    });
  }

  private remember(cellKey: string, callKey: string): void {
    const keys = this.asked.get(cellKey) ?? new Set<string>();
    keys.add(callKey);
    this.asked.set(cellKey, keys);
  }

  private drop(entry: CellEntry, callKey: string, call: Call): void {
    this.changes++;
    if (call.invocationId !== undefined) this.starter.cancel(call.invocationId);
    entry.calls.delete(callKey);
  }
}

function keyOf({ sheetId, row, column }: CellPosition): string {
  return `${sheetId}!${row},${column}`;
}

function startsWithError(result: FunctionResult): boolean {
  const first = result.cells[0]?.[0];
  return first !== undefined && 'error' in first && first.data === undefined;
}
