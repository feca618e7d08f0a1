// While "Check this Excel" runs, formulas on its scratch sheet call TOKEN.USAGE with names that are no fields: the check decides what
// those calls return, and hears how Excel makes and cancels them. They send nothing.

/** The object that Excel adds after the arguments. */
export interface ProbeCall {
  readonly address?: string | undefined;
  onCanceled?: (() => void) | undefined;
}

/** Undefined: the call is none of the check's. */
export type Probe = (name: string, call: ProbeCall) => { readonly result: unknown } | undefined;

let running: Probe | undefined;

/** Until the returned function is called. */
export function useProbe(probe: Probe): () => void {
  running = probe;
  return () => {
    if (running === probe) running = undefined;
  };
}

/** Formulas with these names wait on their sheet while somebody selects Undo, and closes the workbook and opens it again. */
export const waitingNames = {
  value: 'reopened value',
  error: 'reopened error',
  undone: 'undone',
  cleared: 'undone: cleared',
  filled: 'undone: filled',
  beside: 'beside an undo',
};
const names = new Set<string>(Object.values(waitingNames));
const earlyCalls = new Map<string, number>();

/** How often Excel called a waiting formula since this window was opened, outside of a check. */
export const callsSinceOpened = (name: string): number => earlyCalls.get(name) ?? 0;

export const probed: Probe = (name, call) => {
  const outcome = running?.(name, call);
  if (outcome || !names.has(name)) return outcome;
  earlyCalls.set(name, callsSinceOpened(name) + 1);
  return { result: [['called again']] };
};
