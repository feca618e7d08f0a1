// What is being fetched, what waits for approval, and what everything cost.
import { MessageBarTitle, ProgressBar } from '@fluentui/react-components';
import { PauseRegular, PlayRegular, StopRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { holdReasons } from '../../engine/request/holdReason';
import type { EngineState, HeldBurst } from '../../engine/engine';
import { isStillAsked, refreshRequest, type RefreshRequest } from '../../excel/recalculation/refreshRequest';
import { operationOf } from '../../operations';
import { InputFault } from '../../spill/inputFault';
import { joined, named, said, t } from '../../languages/t';
import { OutcomeText, Act, Card, NoticeBar } from '../controls/actions';
import { HandedOverLines, HandOver, useHandedOver } from '../controls/handOver';
import { usePane, useAttempt, useEngineState, useNow, useVersion } from '../shell/usePane';
import { noticeText } from '../text/failureText';
import { requestTitle } from '../text/outcome';
import { ago, clockTime, credits, duration, plural } from '../text/words';
import { AgentsCard } from './agentsCard';
import { DoctorCard } from './doctorCard';
import { decidedElsewhere, heldFilters, heldText, timeLeft } from './heldText';
import { LedgerCard } from './ledgerCard';
import { RefreshCard } from './refreshCard';
import { cellsText, reportText } from '../formulas/pricing/refreshPlan';

export function ActivityView() {
  const handedOver = useHandedOver();
  return (
    <div className="sw-view">
      <h1 className="sw-unseen">{t('shell.activity')}</h1>
      <HeldCards isFinishing={handedOver.running.length > 0} />
      <AgentsCard />
      <QueueCard handedOver={handedOver} />
      <RefreshCard />
      <WatchesCard />
      <DoctorCard />
      <LedgerCard />
    </div>
  );
}

/** Nothing where the gateway runs no watches. */
function WatchesCard() {
  const { gateway, open } = usePane();
  if (!gateway.hasWatches) return null;
  return (
    <Card title={t('activity.watches')}>
      <p className="sw-small">{t('activity.resultsThatAreFetched')}</p>
      <Act says={t('activity.watchCells')} onClick={() => open('watch')} />
    </Card>
  );
}

/**
 * What waits for approval, by reason, and refreshes from the ribbon: each with its price, Run and Cancel. What Run
 * will spend is worked out when it is selected: never more than is shown, and shown again when it would be more.
 */
function HeldCards({ isFinishing }: { readonly isFinishing: boolean }) {
  const { runtime, workbook, heldCells, now } = usePane();
  const { engine } = runtime;
  const state = useEngineState();
  useVersion(refreshRequest);
  const asked = refreshRequest.current();
  const { says, attempt } = useAttempt();
  const [underWay, setUnderWay] = useState<readonly string[]>([]);
  const decided = useDecidedElsewhere(state);
  /** Moves the focus to the progress, never to the Run button of the next card. */
  const decide = async (id: string, work: () => Promise<string>) => {
    document.getElementById(queueTitle)?.focus();
    decided.here();
    setUnderWay((old) => [...old, id]);
    await attempt(work);
    setUnderWay((old) => old.filter((other) => other !== id));
  };
  const approve = async (burst: HeldBurst) => {
    const isStopped = engine.watchStops();
    try {
      await heldCells.review();
    } catch {
      throw new InputFault(t('activity.excelIsBusySo'));
    }
    const { ran, credits: price } = await engine.approve(burst.id, burst.credits, isStopped);
    if (ran) return t('activity.approved', { credits: credits(price) });
    throw new InputFault(
      t('activity.yourSheetNowNeeds', { credits: credits(price), credits2: credits(burst.credits) }),
    );
  };
  /** What the cells ask for may have changed since the price was shown. */
  const refresh = async (wanted: RefreshRequest) => {
    const isStopped = engine.watchStops();
    if (!isStillAsked(wanted, runtime, await workbook.formulas('workbook')))
      throw new InputFault(t('activity.theCellsHaveChanged'));
    return reportText(await engine.refresh(wanted.requests, wanted.cells, isStopped));
  };
  const canceled = t('activity.canceledNothingWasSpent');
  return (
    <>
      <OutcomeText says={says} />
      <OutcomeText says={decided.says} />
      {asked && (
        <Held
          {...(asked.requests.length === 0
            ? { title: asked.report ? reportText(asked.report) : t('activity.nothingWasRefreshed') }
            : {
                title: t('activity.refresh', {
                  cells: cellsText(asked.cells),
                  credits: credits(asked.credits),
                }),
                onRun: () => {
                  refreshRequest.put(undefined);
                  void decide('refresh', () => refresh(asked));
                },
              })}
          detail={asked.note === undefined ? t('activity.requestedFromTheRibbon') : said(asked.note)}
          onCancel={() => {
            refreshRequest.put(undefined);
            void decide('refresh', () => Promise.resolve(canceled));
          }}
        />
      )}
      {state.held
        .filter(({ id }) => id !== 'handed_over' || !isFinishing)
        .map((burst) => (
          <Held
            key={burst.id}
            title={heldText(burst)}
            detail={t('activity.held', {
              when: ago(burst.since, now()),
              pane: named(holdReasons[burst.reason]),
            })}
            filters={heldFilters(burst, runtime.cells.uses()).slice(0, mostFilters)}
            isDecided={underWay.includes(burst.id)}
            onRun={() => decide(burst.id, () => approve(burst))}
            onCancel={() => decide(burst.id, () => engine.reject(burst.id).then(() => canceled))}
          />
        ))}
    </>
  );
}

/** What waited here and was decided in another window, until something is decided here. */
function useDecidedElsewhere(state: EngineState) {
  const { cells } = usePane().runtime;
  const before = useRef<readonly HeldBurst[]>(state.held);
  const [says, setSays] = useState('');
  useEffect(() => {
    const gone = decidedElsewhere(state, before.current, cells.uses());
    before.current = state.held;
    if (gone !== '') setSays(gone);
  }, [state, cells]);
  return {
    says,
    here: () => {
      before.current = [];
      setSays('');
    },
  };
}

interface HeldProperties {
  readonly title: string;
  readonly detail: string;
  readonly filters?: ReturnType<typeof heldFilters>;
  /** What is held by then for the same reason has another price: one press decides once. */
  readonly isDecided?: boolean;
  /** Without it, there is nothing to agree to. */
  readonly onRun?: () => unknown;
  readonly onCancel: () => unknown;
}

const mostFilters = 3;

function Held({ title, detail, filters = [], isDecided = false, onRun, onCancel }: HeldProperties) {
  const close = onRun ? t('common.cancel') : t('common.close');
  const says = (
    <>
      <MessageBarTitle>{title}</MessageBarTitle>
      <br />
      {detail}
      {filters.map((one) => (
        <p key={one.cell} className="sw-small">
          {t('activity.letsTheServiceFilter', one)}
        </p>
      ))}
    </>
  );
  return (
    <NoticeBar intent={onRun ? 'warning' : 'info'} says={says}>
      {onRun && (
        <Act
          says={t('activity.run')}
          isMain
          isOff={isDecided}
          aria-label={t('activity.run2', { title })}
          onClick={onRun}
        />
      )}
      <Act says={close} isOff={isDecided} aria-label={joined('label', [close, title])} onClick={onCancel} />
    </NoticeBar>
  );
}

const shown = 25;

/** The heading receives the focus after a held request is approved or canceled. */
const queueTitle = 'queue-title';

/** What is being fetched now: progress, time left, each request, with Pause and Stop. */
function QueueCard({ handedOver }: { readonly handedOver: ReturnType<typeof useHandedOver> }) {
  const { runtime, announce, drafts, gateway } = usePane();
  const { engine } = runtime;
  const { queue, paused, done, total, eta, circuitOpenUntil, notices } = useEngineState();
  const busy = queue.length > 0;
  const now = useNow(1_000, busy || circuitOpenUntil !== undefined);
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy) announce(t('activity.allRequestsAreComplete'));
    wasBusy.current = busy;
  }, [busy, announce]);
  const running = queue.filter(({ state }) => state === 'running').length;
  const seen = drafts.read<{ readonly done: number; readonly at: number }>('moved');
  const moved = busy && !paused && seen?.done === done ? seen : { done, at: now };
  useEffect(() => drafts.write('moved', moved));
  const { says, attempt } = useAttempt();
  const time = timeLeft(eta, now, moved.at);
  const left = time || 'none';
  const pause = () => {
    if (paused) engine.resume();
    else engine.pause();
    return paused ? t('activity.resumed') : t('activity.pausedWhatIsAlready');
  };
  const stop = async () => {
    engine.stop();
    if (gateway.servesAgents) await runtime.agents({ stop: 'all' });
    return t('activity.stoppedNothingWasSpent', {
      waitingRequests: plural(queue.length - running, 'waiting request'),
    });
  };
  return (
    <section className="sw-card sw-stack" aria-labelledby={queueTitle}>
      <h2 id={queueTitle} tabIndex={-1}>
        {t('activity.inProgress')}
      </h2>
      {notices.map((notice) => (
        <p key={notice} className="sw-warn">
          {noticeText(notice)}
        </p>
      ))}
      {circuitOpenUntil !== undefined && circuitOpenUntil > now && (
        <p className="sw-warn">
          {t('activity.theServiceKeepsFailing', { time: clockTime(circuitOpenUntil) })}
        </p>
      )}
      {!busy ? (
        <p className="sw-quiet">
          {paused ? t('activity.pausedNothingIsWaiting') : t('activity.nothingIsBeingFetched')}
        </p>
      ) : (
        <>
          <ProgressBar
            value={total > 0 ? done / total : 0}
            aria-label={t('activity.progress')}
            aria-valuetext={t('activity.ofDone', { done, total, left })}
          />
          <p role="status">
            {t('activity.ofDoneRunningWaiting', {
              done,
              total,
              running,
              waiting: queue.length - running,
              left,
              paused: paused ? 'yes' : 'no',
            })}
          </p>
          <QueueList queue={queue} now={now} />
        </>
      )}
      <HandedOverLines {...handedOver} />
      <HandOver onDone={handedOver.reload} />
      <OutcomeText says={says} />
      {(busy || paused) && (
        <div className="sw-row">
          <Act
            says={paused ? t('activity.resume') : t('activity.pause')}
            icon={paused ? <PlayRegular /> : <PauseRegular />}
            onClick={() => attempt(pause)}
          />
          {busy && (
            <Act
              says={t('activity.stopWaitingRequests')}
              icon={<StopRegular />}
              onClick={() => attempt(stop)}
            />
          )}
        </div>
      )}
    </section>
  );
}

const QueueList = ({ queue, now }: Pick<EngineState, 'queue'> & { readonly now: number }) => (
  <>
    <ul className="sw-list">
      {queue.slice(0, shown).map(({ request, state, since, credits: price, cells }) => (
        <li key={request.key} className="sw-line">
          <span className="sw-cut" title={requestTitle(request)}>
            {requestTitle(request)}
          </span>
          <span className="sw-small">
            {joined('facts', [
              named(operationOf(request.operation).title),
              state === 'running'
                ? t('activity.running', { time: duration(now - since) })
                : t('activity.waiting'),
              credits(price),
              ...cells.slice(0, 2),
              cells.length > 2 && '…',
            ])}
          </span>
        </li>
      ))}
    </ul>
    {queue.length > shown && <p className="sw-small">{plural(queue.length - shown, 'more request')}</p>}
  </>
);
