// Every call settles: when its work is done, when Excel cancels it, or when it times out. A promise that stays open
// would stay #BUSY! forever.
import type { CellFault } from '../../spill/cell';
import type { Invocation } from './invocation';

export const waiting: CellFault = {
  fault: 'na',
  message: 'Still waiting for the service. This cell fills in by itself when the response arrives.',
};

export type End = 'done' | 'cancelled' | 'late';

/** `onCancel` is called immediately when Excel cancels; the caller decides what happens to running work. */
export function settled(
  work: Promise<unknown>,
  invocation: Invocation,
  timeout: number,
  onCancel?: () => void,
): Promise<End> {
  return new Promise((resolve) => {
    const end = (how: End) => {
      clearTimeout(timer);
      resolve(how);
    };
    const timer = setTimeout(end, timeout, 'late');
    // Excel's own invocation object takes the handler; the order of cancel and the next call is not guaranteed.
    invocation.onCanceled = () => {
      onCancel?.();
      end('cancelled');
    };
    work.then(
      () => end('done'),
      () => end('done'),
    );
  });
}
