// What is being fetched now: progress, time left, each request, with Pause and Stop.
import { Button, ProgressBar } from '@fluentui/react-components';
import { PauseRegular, PlayRegular, StopRegular } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import { operationOf } from '../../operations';
import { usePane } from '../shell/paneContext';
import { useEngineState } from '../shell/useEngine';
import { useNow } from '../shell/useNow';
import { clockTime, credits, duration, plural } from '../text/words';
import { noticeText } from '../text/noticeText';
import { requestTitle } from '../text/requestTitle';

const shown = 25;

/** The heading receives the focus after a held request is approved or canceled. */
export const queueTitle = 'queue-title';

export function QueueCard() {
  const { runtime, announce } = usePane();
  const { engine } = runtime;
  const { queue, paused, done, total, eta, circuitOpenUntil, notices } = useEngineState();
  const busy = queue.length > 0;
  const now = useNow(1_000, busy || circuitOpenUntil !== undefined);
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy) announce('All requests are complete');
    wasBusy.current = busy;
  }, [busy, announce]);
  const running = queue.filter(({ state }) => state === 'running').length;
  const left = eta !== undefined && eta > now ? `, about ${duration(eta - now)} left` : '';
  return (
    <section className="sw-card sw-stack" aria-labelledby={queueTitle}>
      <h2 id={queueTitle} tabIndex={-1}>
        In progress
      </h2>
      {notices.map((notice) => (
        <p key={notice} className="sw-warn">
          {noticeText(notice)}
        </p>
      ))}
      {circuitOpenUntil !== undefined && circuitOpenUntil > now && (
        <p className="sw-warn">
          The service keeps failing. Spillway tries again at {clockTime(circuitOpenUntil)}.
        </p>
      )}
      {!busy ? (
        <p className="sw-quiet">{paused ? 'Paused. Nothing is waiting.' : 'Nothing is being fetched.'}</p>
      ) : (
        <>
          <ProgressBar
            value={total > 0 ? done / total : 0}
            aria-label="Progress"
            aria-valuetext={`${done} of ${total} done${left}`}
          />
          <p role="status">
            {done} of {total} done, {running} running, {queue.length - running} waiting{left}
            {paused ? '. Paused.' : ''}
          </p>
          <ul className="sw-list">
            {queue.slice(0, shown).map((item) => (
              <li key={item.request.key} className="sw-line">
                <span className="sw-cut" title={requestTitle(item.request)}>
                  {requestTitle(item.request)}
                </span>
                <span className="sw-small">
                  {operationOf(item.request.operation).title},{' '}
                  {item.state === 'running' ? `running ${duration(now - item.since)}` : 'waiting'},{' '}
                  {credits(item.credits)}
                  {item.cells.length > 0 &&
                    `, ${item.cells.slice(0, 2).join(', ')}${item.cells.length > 2 ? ' …' : ''}`}
                </span>
              </li>
            ))}
          </ul>
          {queue.length > shown && <p className="sw-small">{plural(queue.length - shown, 'more request')}</p>}
        </>
      )}
      <div className="sw-row">
        {(busy || paused) && (
          <Button
            size="small"
            icon={paused ? <PlayRegular /> : <PauseRegular />}
            onClick={() => (paused ? engine.resume() : engine.pause())}
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
        )}
        {busy && (
          <Button size="small" icon={<StopRegular />} onClick={() => engine.stop()}>
            Stop waiting requests
          </Button>
        )}
      </div>
    </section>
  );
}
