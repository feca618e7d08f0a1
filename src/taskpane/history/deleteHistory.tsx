// Deletes an item, a source or everything, after saying what and where.
import { Button, Checkbox, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import type { GatewayHistoryFacts, History } from '../../excel/runtime';
import type { ItemFilter } from '../../history/store';
import { operationIds } from '../../operations';
import { FocusScope } from '../controls/focusScope';
import { useAttempt } from '../shell/useAttempt';
import { deletedText, deletionText, meantText } from './read/historyText';

interface Properties {
  readonly history: History;
  readonly filter: ItemFilter;
  /** Of a single item. */
  readonly label: string;
  readonly count: number;
  readonly title: string;
  readonly onDeleted?: () => void;
}

interface Question {
  readonly gateway: GatewayHistoryFacts | undefined;
}

async function remove(
  history: History,
  filter: ItemFilter,
  what: string,
  atGateway: boolean,
): Promise<string> {
  const failed = atGateway
    ? await history.gateway.delete(filter).then(
        () => false,
        () => true,
      )
    : false;
  await history.local.delete(filter);
  history.changed(filter.operation === undefined ? operationIds : [filter.operation]);
  return deletedText(what, !atGateway ? 'no' : failed ? 'failed' : 'yes');
}

export function DeleteHistory({ history, filter, label, count, title, onDeleted }: Properties) {
  const [question, setQuestion] = useState<Question>();
  const [forTeam, setForTeam] = useState(false);
  const { busy, says, attempt } = useAttempt();
  const what = meantText(filter, label, count);
  const ask = async () => {
    setForTeam(false);
    setQuestion({ gateway: await history.gateway.facts().catch(() => undefined) });
  };
  const confirm = () => {
    const { gateway } = question ?? {};
    setQuestion(undefined);
    return attempt(async () => {
      const done = await remove(history, filter, what, gateway?.scope === 'own' || forTeam);
      onDeleted?.();
      return done;
    });
  };
  return (
    <FocusScope className="sw-stack">
      {!question ? (
        <Button
          size="small"
          disabledFocusable={busy || count === 0}
          {...(busy && { icon: <Spinner size="tiny" /> })}
          onClick={() => void ask()}
        >
          {title}
        </Button>
      ) : (
        <div role="group" aria-label={`${title}?`} className="sw-stack">
          <p>{deletionText(what, question.gateway)}</p>
          {question.gateway?.scope === 'team' && question.gateway.mayDelete && (
            <Checkbox
              label="Also delete it for the whole team, on the gateway"
              checked={forTeam}
              onChange={(_event, { checked }) => setForTeam(checked === true)}
            />
          )}
          <div className="sw-row">
            <Button size="small" appearance="primary" autoFocus onClick={() => void confirm()}>
              Delete
            </Button>
            <Button size="small" onClick={() => setQuestion(undefined)}>
              Cancel
            </Button>
          </div>
        </div>
      )}
      {says && <p className="sw-small">{says}</p>}
    </FocusScope>
  );
}
