// After something was deleted: what, where, and "Undo".
import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import type { DeletedHistory, History } from '../../excel/runtime';
import { useAttempt } from '../shell/useAttempt';
import { useDraft } from '../shell/useDraft';
import type { OnDeleted } from './deleteHistory';
import { undoneText } from './read/historyText';

interface LastDeleted {
  readonly deleted: DeletedHistory;
  readonly sentence: string;
}

export function useUndoDelete(history: History): { readonly onDeleted: OnDeleted; readonly bar: ReactNode } {
  const [last, setLast] = useDraft<LastDeleted | undefined>('history deleted', () => undefined);
  const [isOver, setOver] = useState(false);
  const { busy, says, attempt, forget } = useAttempt();
  const undo = ({ deleted }: LastDeleted) =>
    attempt(async () => {
      const back = await history.undo(deleted);
      setLast(undefined);
      setOver(true);
      return undoneText[back];
    });
  const bar = last ? (
    <MessageBar intent={last.deleted.onGateway === 'failed' ? 'warning' : 'info'} layout="multiline">
      <MessageBarBody>
        {last.sentence}
        {says && ` ${says}`}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" disabledFocusable={busy} onClick={() => void undo(last)}>
          Undo
        </Button>
      </MessageBarActions>
    </MessageBar>
  ) : (
    isOver && says && <p className="sw-small">{says}</p>
  );
  return {
    onDeleted: (deleted, sentence) => {
      forget();
      setOver(false);
      setLast({ deleted, sentence });
    },
    bar,
  };
}
