// Insert at the selected cell, after a look at the cells the result will need.
import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import { describeTarget } from '../../excel/workbook/insertion';
import type { Formula } from '../../spill/read/formula/formula';
import { said, t } from '../../languages/t';
import { FailureMessage } from '../controls/actions';
import { spillSize, tableLook } from '../formulas/tableLook';
import { usePane } from '../shell/usePane';
import { failureText } from '../text/failureText';

interface Blocked {
  readonly cell: string;
  readonly formula: string;
  readonly read: Formula;
  readonly says: string;
}

export function useInsertion(onInserted: (cell: string, formula: string) => void) {
  const { workbook, announce, runtime } = usePane();
  const [blocked, setBlocked] = useState<Blocked>();
  const [failure, setFailure] = useState('');
  const put = async (cell: string, formula: string, read: Formula | undefined) => {
    setBlocked(undefined);
    setFailure('');
    try {
      const wanted = read && runtime.settings.current().formatTables;
      await workbook.insert(cell, formula, wanted ? tableLook(read) : undefined);
      announce(t('build.formulaInsertedAt', { cell }));
      onInserted(cell, formula);
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  const insert = async (cell: string, formula: string, read: Formula | undefined) => {
    const size = read && spillSize(read);
    const blocker = size && (await workbook.blocker(cell, size.rows, size.columns).catch(() => undefined));
    if (read === undefined || size === undefined || blocker === undefined) return put(cell, formula, read);
    const area = describeTarget(cell, size.rows, size.columns);
    const says = t('build.theResultNeedsBut', { area, blocker: said(blocker) });
    setBlocked({ cell, formula, read, says });
    announce(says, true);
  };
  return { insert, put, blocked, failure, dismiss: () => setBlocked(undefined) };
}

interface MessageProperties {
  readonly insertion: ReturnType<typeof useInsertion>;
  readonly cell: string;
  readonly formula: string;
}

export function InsertionMessages({ insertion, cell, formula }: MessageProperties) {
  const { failure, put, dismiss } = insertion;
  // The question is about one formula in one cell.
  const isCurrent = insertion.blocked?.cell === cell && insertion.blocked.formula === formula;
  const blocked = isCurrent ? insertion.blocked : undefined;
  return (
    <>
      {blocked && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{blocked.says}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => void put(blocked.cell, blocked.formula, blocked.read)}>
              {t('build.insertAnyway')}
            </Button>
            <Button size="small" onClick={dismiss}>
              {t('common.cancel')}
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      <FailureMessage says={failure} />
    </>
  );
}
