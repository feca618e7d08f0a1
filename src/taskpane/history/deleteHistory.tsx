// Deletes an item, a source or everything, after saying what and where. The view offers to undo it.
import { Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import type { DeletedHistory, GatewayHistoryFacts, History } from '../../excel/runtime';
import type { ItemFilter } from '../../history/store';
import { t } from '../../languages/t';
import { BusyButton, Confirmation, FocusScope } from '../controls/actions';
import { useAttempt } from '../shell/usePane';
import { deletedText, deletionText, meantText } from './read/historyText';

export type OnDeleted = (deleted: DeletedHistory, sentence: string) => void;

interface Properties {
  readonly history: History;
  readonly filter: ItemFilter;
  /** Of a single item. */
  readonly label: string;
  readonly count: number;
  readonly title: string;
  readonly onDeleted: OnDeleted;
}

interface Question {
  readonly gateway: GatewayHistoryFacts | undefined;
}

export function DeleteHistory({ history, filter, label, count, title, onDeleted }: Properties) {
  const [question, setQuestion] = useState<Question>();
  const [forTeam, setForTeam] = useState(false);
  const { busy, says, attempt, forget } = useAttempt();
  const what = meantText(filter, label, count);
  const ask = async () => {
    setForTeam(false);
    setQuestion({ gateway: await history.gateway.facts().catch(() => undefined) });
  };
  const confirm = async () => {
    const { gateway } = question ?? {};
    setQuestion(undefined);
    let isDone = false;
    await attempt(async () => {
      const deleted = await history.delete(filter, gateway?.scope === 'own' || forTeam);
      const sentence = deletedText(what, deleted.onGateway);
      onDeleted(deleted, sentence);
      isDone = true;
      return sentence;
    });
    // The view says it, with "Undo".
    if (isDone) forget();
  };
  return (
    <FocusScope className="sw-stack">
      {!question ? (
        <BusyButton size="small" busy={busy} disabledFocusable={count === 0} onClick={() => void ask()}>
          {title}
        </BusyButton>
      ) : (
        <Confirmation
          question={`${title}?`}
          action={t('common.delete')}
          onConfirm={() => void confirm()}
          onCancel={() => setQuestion(undefined)}
        >
          <p>{deletionText(what, question.gateway)}</p>
          {question.gateway?.scope === 'team' && question.gateway.mayDelete && (
            <Checkbox
              label={t('history.alsoDeleteItFor')}
              checked={forTeam}
              onChange={(_event, { checked }) => setForTeam(checked === true)}
            />
          )}
        </Confirmation>
      )}
      {says && <p className="sw-wrong">{says}</p>}
    </FocusScope>
  );
}
