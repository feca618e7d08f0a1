// Insert at the selected cell, after a look at the cells the result will need.
import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import { describeTarget } from '../../excel/workbook/insertion';
import { failureText } from '../text/failureText';
import { usePane } from '../shell/paneContext';
import type { Size } from '../formulas/spillSize';

interface Blocked {
  readonly cell: string;
  readonly formula: string;
  readonly says: string;
}

export function useInsertion(onInserted: (cell: string, formula: string) => void) {
  const { workbook, announce } = usePane();
  const [blocked, setBlocked] = useState<Blocked>();
  const [failure, setFailure] = useState('');
  const put = async (cell: string, formula: string) => {
    setBlocked(undefined);
    setFailure('');
    try {
      await workbook.insert(cell, formula);
      announce(`Formula inserted at ${cell}`);
      onInserted(cell, formula);
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  const insert = async (cell: string, formula: string, size: Size | undefined) => {
    const blocker = size && (await workbook.blocker(cell, size.rows, size.columns).catch(() => undefined));
    if (size === undefined || blocker === undefined) return put(cell, formula);
    const area = describeTarget(cell, size.rows, size.columns);
    const says = `The result needs ${area}, but ${blocker} isn’t empty. Select another cell. If you insert the formula anyway, Excel shows #SPILL!.`;
    setBlocked({ cell, formula, says });
    announce(says, true);
  };
  return { insert, put, blocked, failure, dismiss: () => setBlocked(undefined) };
}

export function InsertionMessages({ insertion }: { readonly insertion: ReturnType<typeof useInsertion> }) {
  const { blocked, failure, put, dismiss } = insertion;
  return (
    <>
      {blocked && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{blocked.says}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => void put(blocked.cell, blocked.formula)}>
              Insert anyway
            </Button>
            <Button size="small" onClick={dismiss}>
              Cancel
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      {failure && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{failure}</MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}
