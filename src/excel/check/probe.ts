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

export const probed: Probe = (name, call) => running?.(name, call);
