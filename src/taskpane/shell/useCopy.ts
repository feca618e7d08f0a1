// Copies text to the clipboard and says whether that worked.
import { usePane } from './paneContext';

interface Says {
  readonly done: string;
  readonly failed: string;
}

export function useCopy({ done, failed }: Says): (text: string) => Promise<void> {
  const { announce } = usePane();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      announce(done);
    } catch {
      announce(failed, true);
    }
  };
}
