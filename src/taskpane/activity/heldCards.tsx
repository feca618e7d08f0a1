// What waits for approval, by reason, and refreshes from the ribbon: each with its price, Run and Cancel. What Run will
// spend is worked out when it is selected: never more than is shown, and shown again when it would be more.
import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { HeldBurst } from '../../engine/engine';
import { refreshRequest } from '../../excel/recalculation/refreshRequest';
import { failureText } from '../text/failureText';
import { FailureMessage } from '../controls/failureMessage';
import { usePane } from '../shell/paneContext';
import { useEngineState } from '../shell/useEngine';
import { useVersion } from '../shell/useVersion';
import { ago, credits } from '../text/words';
import { heldText, holdReasons } from './heldText';
import { queueTitle } from './queueCard';
import { cellsText } from './refreshChoices';

const watchRibbon = (listener: () => void) => refreshRequest.subscribe(listener);

export function HeldCards() {
  const { runtime, heldCells, now, announce } = usePane();
  const { engine } = runtime;
  const { held } = useEngineState();
  useVersion(watchRibbon);
  const asked = refreshRequest.current();
  const [failure, setFailure] = useState('');
  const run = async (work: () => Promise<unknown>, says: string) => {
    setFailure('');
    // Move the focus to the progress, never to the Run button of the next card.
    document.getElementById(queueTitle)?.focus();
    try {
      announce(says);
      await work();
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  const approve = (burst: HeldBurst) =>
    run(async () => {
      const isStopped = engine.watchStops();
      try {
        await heldCells.review();
      } catch {
        return setFailure(
          'Excel is busy, so nothing was sent. Finish editing the cell, then select Run again.',
        );
      }
      const { ran, credits: price } = await engine.approve(burst.id, burst.credits, isStopped);
      if (!ran)
        setFailure(
          `Your sheet now needs ${credits(price)} instead of ${credits(burst.credits)}, so nothing was sent. To fetch the results, select Run again.`,
        );
    }, 'Running');
  return (
    <>
      <FailureMessage says={failure} />
      {asked && (
        <Held
          title={`Refresh ${cellsText(asked.cells)}: ${credits(asked.credits)}`}
          detail={asked.note ?? 'Requested from the ribbon.'}
          onRun={() => {
            refreshRequest.put(undefined);
            void run(() => engine.refresh(asked.requests, asked.cells), 'Refreshing');
          }}
          onCancel={() => {
            refreshRequest.put(undefined);
            void run(() => Promise.resolve(), 'Canceled. Nothing was spent.');
          }}
        />
      )}
      {held.map((burst) => (
        <Held
          key={burst.id}
          title={heldText(burst)}
          detail={`Held ${ago(burst.since, now())}. ${holdReasons[burst.reason]}`}
          onRun={() => void approve(burst)}
          onCancel={() => void run(() => engine.reject(burst.id), 'Canceled. Nothing was spent.')}
        />
      ))}
    </>
  );
}

interface HeldProperties {
  readonly title: string;
  readonly detail: string;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

const Held = ({ title, detail, onRun, onCancel }: HeldProperties) => (
  <MessageBar intent="warning" layout="multiline">
    <MessageBarBody>
      <MessageBarTitle>{title}</MessageBarTitle>
      <br />
      {detail}
    </MessageBarBody>
    <MessageBarActions>
      <Button size="small" appearance="primary" onClick={onRun} aria-label={`Run: ${title}`}>
        Run
      </Button>
      <Button size="small" onClick={onCancel} aria-label={`Cancel: ${title}`}>
        Cancel
      </Button>
    </MessageBarActions>
  </MessageBar>
);
