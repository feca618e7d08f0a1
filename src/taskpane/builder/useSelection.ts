// The selected cell, as Excel says it; quick moves of the cursor are taken together.
import { useEffect, useState } from 'react';
import type { Selection } from '../../excel/workbook/workbook';
import { usePane } from '../shell/paneContext';

const settle = 120;

export function useSelection(): Selection | undefined {
  const { workbook } = usePane();
  const [selection, setSelection] = useState<Selection>();
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      void workbook.selection().then((next) => {
        if (!over && next) setSelection(next);
      });
    };
    const stop = workbook.watchSelection(() => {
      clearTimeout(timer);
      timer = setTimeout(read, settle);
    });
    read();
    return () => {
      over = true;
      clearTimeout(timer);
      stop();
    };
  }, [workbook]);
  return selection;
}
