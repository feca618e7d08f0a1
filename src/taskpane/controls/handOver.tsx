// Finish without me: what waits in a long queue is handed over to the gateway, which fetches it for no more than the price that is
// shown, also while Excel is closed.
import { useCallback, useState } from 'react';
import type { HandedOver } from '../../engine/engine';
import type { GatewayWatches } from '../../excel/runtime';
import type { ShownWatch } from '../../protocol/watches';
import { t } from '../../languages/t';
import { AddressFields, addressDraftOf, addressesOf, type AllowedAddresses } from './addressFields';
import { CancelButton, OutcomeText, FocusScope, Act } from './actions';
import { Tick } from './fields';
import { failureText } from '../text/failureText';
import { credits, plural } from '../text/words';
import { usePane, useAttempt, useCounter, useEngineState, usePolling } from '../shell/usePane';

/** As many as the gateway takes at once. */
const most = 500;
/** Worth it from so many requests, or so many milliseconds, on. */
const longQueue = 10;
const longTime = 30_000;
const lookEvery = 3_000;

function outcomeText({ outcome, requests, credits: price }: HandedOver, why: string): string {
  const what = plural(requests, 'request');
  switch (outcome) {
    case 'taken':
      return t('shell.handedOverAtMost', { what, credits: credits(price) });
    case 'refused':
      return t('shell.nothingWasHandedOver', { why }).trim();
    case 'unknown':
      return t('shell.theGatewayDidntConfirm', { what });
    case 'stopped':
      return t('common.stopped');
    case 'dearer':
      return t('shell.itIsNowFor', { what, credits: credits(price) });
  }
}

interface Opened {
  readonly watches: GatewayWatches;
  readonly keepsKey: boolean;
  readonly allowed: AllowedAddresses;
}

/** Nothing where the gateway takes nothing over, or what waits is done in a moment. */
export function HandOver({ onDone }: { readonly onDone?: () => void }) {
  const { runtime, gateway, now } = usePane();
  const { queue, eta, paused } = useEngineState();
  const [opened, setOpened] = useState<Opened>();
  const { busy, says, attempt } = useAttempt();
  const waiting = queue.filter(({ state }) => state === 'queued').slice(0, most);
  const isLong =
    waiting.length >= longQueue || (waiting.length > 0 && (paused || (eta ?? 0) > now() + longTime));
  const open = () =>
    attempt(async () => {
      const watches = await runtime.watches();
      const { keepsKey, hosts, mailDomains, languages } = await watches.list(false);
      setOpened({ watches, keepsKey, allowed: { hosts, mailDomains, languages } });
      return '';
    });
  if (!gateway.hasWatches) return null;
  return (
    <>
      <OutcomeText says={says} />
      {opened ? (
        waiting.length > 0 && (
          <Agreement
            {...opened}
            requests={waiting.length}
            price={waiting.reduce((sum, item) => sum + item.credits, 0)}
            attempt={attempt}
            busy={busy}
            onClose={() => {
              setOpened(undefined);
              onDone?.();
            }}
          />
        )
      ) : isLong ? (
        <Act says={t('shell.finishWithoutMe')} busy={busy} onClick={open} />
      ) : null}
    </>
  );
}

interface AgreementProperties extends Opened, Pick<ReturnType<typeof useAttempt>, 'attempt' | 'busy'> {
  readonly requests: number;
  readonly price: number;
  readonly onClose: () => void;
}

function Agreement({ watches, keepsKey, allowed, ...rest }: AgreementProperties) {
  const { requests, price, attempt, busy, onClose } = rest;
  const { runtime } = usePane();
  const [addresses, setAddresses] = useState(() => addressDraftOf());
  const [mayKeep, setMayKeep] = useState(false);
  const agree = async () => {
    const isStopped = runtime.engine.watchStops();
    await attempt(async () => {
      let why = '';
      const take = watches.takeOver({
        nameOf: (count) => t('shell.handedOver', { requests: plural(count, 'request') }),
        ...addressesOf(addresses, allowed),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        keepKey: keepsKey && mayKeep,
        isStopped,
        failed: (error) => (why = failureText(error)),
      });
      return outcomeText(await runtime.engine.handOver({ shown: price, most }, take, isStopped), why);
    });
    onClose();
  };
  return (
    <div role="group" aria-label={t('shell.finishWithoutMe')} className="sw-stack">
      <p className="sw-small">
        {t('shell.theGatewayFetchesWhat', { requests: plural(requests, 'request'), credits: credits(price) })}
      </p>
      <AddressFields draft={addresses} allowed={allowed} onChange={setAddresses} />
      {keepsKey && <Tick label={t('shell.storeMyKeyOn')} checked={mayKeep} onChange={setMayKeep} />}
      <FocusScope className="sw-row">
        <Act
          says={t('shell.finishWithoutMe2', { credits: credits(price) })}
          isMain
          busy={busy}
          isOff={keepsKey && !mayKeep}
          onClick={agree}
        />
        <CancelButton onClick={onClose} />
      </FocusScope>
    </div>
  );
}

/** What the gateway is finishing now, looked at while it does. */
export function useHandedOver() {
  const { runtime, gateway } = usePane();
  const { held } = useEngineState();
  const [running, setRunning] = useState<readonly ShownWatch[]>([]);
  const [version, reload] = useCounter();
  const isOpen = held.some(({ id }) => id === 'handed_over') || running.length > 0;
  const { hasWatches } = gateway;
  const look = useCallback(
    async (isGone: () => boolean) => {
      if (!hasWatches) return undefined;
      try {
        const { watches } = await (await runtime.watches()).list(true);
        const isMine = ({ schedule, state, own, running: run }: ShownWatch) =>
          schedule.kind === 'once' && own && (state === 'on' || run !== undefined);
        if (!isGone()) setRunning(watches.filter(isMine));
      } catch {
        // A gateway that is away is asked again; the view of watches says so.
      }
      return isOpen ? lookEvery : undefined;
    },
    [runtime, hasWatches, isOpen],
  );
  usePolling(look, version);
  return { running, reload };
}

export function HandedOverLines({ running, reload }: ReturnType<typeof useHandedOver>) {
  const { runtime } = usePane();
  const { busy, says, attempt } = useAttempt();
  const stop = () =>
    attempt(async () => {
      await (await runtime.watches()).stopHandedOver();
      reload();
      return t('shell.stoppedWhatTheGateway');
    });
  const done = running.reduce((sum, { running: run }) => sum + (run?.done ?? 0), 0);
  const all = running.reduce((sum, { requests }) => sum + requests.length, 0);
  return (
    <>
      {running.length > 0 && (
        <>
          <p role="status">{t('shell.theGatewayIsFinishing', { requests: plural(all, 'request'), done })}</p>
          <Act says={t('shell.stopFinishing')} busy={busy} onClick={stop} />
        </>
      )}
      <OutcomeText says={says} />
    </>
  );
}
