// Pending calls of the add-in's custom functions: started by the calculation, sent as richApiMessage events, settled by
// SetInvocationArrayResults. Calls wait until the runtime reports that it is ready, as cells do in Excel.
import { failedResult, succeededResult, type DataTypes, type FunctionResult } from './functionResult';
import type { HostLog } from './hostLog';

export interface FunctionCall {
  readonly functionId: string;
  readonly parameters: readonly unknown[];
  readonly address: string;
  /** Where the arguments are, for functions that want to know; null for what is typed. */
  readonly addresses?: readonly (string | null)[] | undefined;
  readonly cancelable: boolean;
  /** Whether an error in an argument reaches the function. */
  readonly takesErrors: boolean;
  readonly onResult: (result: FunctionResult) => void;
}

export type MessageEntry = [
  category: number,
  type: number,
  target: string,
  message: string,
  id: number,
  remote: boolean,
];

const category = 1;
const messageType = { invoke: 1000, cancel: 1001 } as const;
const cancelableFlag = 1;
/** Errors among the arguments become the runtime's own error objects. */
const errorsFlag = 4;

export class CustomFunctionCalls {
  private readonly open = new Map<number, FunctionCall>();
  private outbox: MessageEntry[] = [];
  private nextId = 1;
  private ready = false;
  private flushing = false;
  /** How often functions were called and cancelled since the page was opened. */
  readonly counts = { invoked: 0, cancelled: 0 };
  /** So many of the next results get lost, as happens in Excel: their cells stay busy. */
  losing = 0;
  private late: { readonly cells: ReadonlySet<string>; readonly calls: [number, string][] } | undefined;

  constructor(
    private readonly send: (entries: MessageEntry[]) => void,
    private readonly dataTypes: DataTypes,
    private readonly log: HostLog,
  ) {}

  invoke(call: FunctionCall): number {
    const id = this.nextId++;
    this.open.set(id, call);
    this.counts.invoked++;
    const flags = (call.cancelable ? cancelableFlag : 0) + (call.takesErrors ? errorsFlag : 0);
    const { addresses } = call;
    const message = [
      id,
      call.functionId,
      call.parameters,
      call.address,
      flags,
      ...(addresses ? [addresses] : []),
    ];
    if (this.late?.cells.has(call.address)) this.late.calls.push([id, JSON.stringify(message)]);
    else this.post(messageType.invoke, JSON.stringify(message));
    this.log.add('invoke', { id, functionId: call.functionId, address: call.address });
    return id;
  }

  /** Calls of these cells come when others, or none, are named: Excel may calculate much later than it was told to. */
  delay(cells: readonly string[]): void {
    const calls = this.late?.calls ?? [];
    this.late = cells.length > 0 ? { cells: new Set(cells), calls: [] } : undefined;
    for (const [id, message] of calls) if (this.open.has(id)) this.post(messageType.invoke, message);
  }

  cancel(id: number): void {
    if (!this.open.delete(id)) return;
    this.counts.cancelled++;
    this.post(messageType.cancel, JSON.stringify({ invocationId: id }));
    this.log.add('cancel', { id });
  }

  get pending(): number {
    return this.open.size;
  }

  markReady(): void {
    this.ready = true;
    this.flush();
  }

  /** `[id, ok, value, errorCode?]` for each, the array form of the runtime. */
  settleArrays(results: readonly unknown[]): void {
    for (const result of results) {
      if (!Array.isArray(result)) continue;
      const [id, succeeded, value, code] = result as [number, boolean, unknown, unknown];
      this.settle(id, succeeded, value, typeof code === 'number' ? code : 0);
    }
  }

  settleObjects(results: readonly unknown[]): void {
    for (const result of results) {
      const { id, failed, value, errorCode } = result as Record<string, unknown>;
      this.settle(Number(id), failed !== true, value, typeof errorCode === 'number' ? errorCode : 0);
    }
  }

  private settle(id: number, succeeded: boolean, value: unknown, code: number): void {
    const call = this.open.get(id);
    if (!call) return;
    if (this.losing > 0) {
      this.losing -= 1;
      return this.log.add('result lost', { id });
    }
    this.open.delete(id);
    this.log.add('result', { id, succeeded, value, code });
    const message = typeof value === 'string' ? value : '';
    call.onResult(succeeded ? succeededResult(value, this.dataTypes) : failedResult(code, message));
  }

  private post(type: number, message: string): void {
    this.outbox.push([category, type, '', message, 0, false]);
    if (!this.ready || this.flushing) return;
    this.flushing = true;
    setTimeout(() => this.flush(), 0);
  }

  private flush(): void {
    this.flushing = false;
    if (!this.ready || this.outbox.length === 0) return;
    const entries = this.outbox;
    this.outbox = [];
    this.send(entries);
  }
}
