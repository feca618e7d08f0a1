// What this browser window does with a message from another one of the same user.
import type { RemoteEngine } from '../remote/remoteEngine';
import type { LocalEngine } from './localEngine';
import type { WindowMessage } from '../ports/crossWindow';

const mostMissed = 1_000;

/** The remote half may not be loaded yet: it reads what is stored when it is, and gets the messages it missed. */
export async function receive(
  local: LocalEngine,
  remote: RemoteEngine | undefined,
  message: WindowMessage,
): Promise<void> {
  const { clock, ledger, cache, failures, recalculations, events, otherWindowsSends, missed } = local;
  // What other windows date now was dated by a clock that may have been set, and may be set again before it is read.
  local.began = Math.min(local.began, clock.now() - clock.elapsed());
  switch (message.type) {
    case 'sent':
      if (remote) remote.noteSend(clock.elapsed());
      else otherWindowsSends.push(clock.elapsed());
      break;
    case 'spent':
      ledger.spentInOtherWindow(message.credits);
      break;
    case 'cleared':
      cache.forget();
      break;
    case 'stored':
      cache.drop(message.slots);
      await failures.reread(message.key, message.slots);
      recalculations.note(message.key, []);
      break;
    default:
      // The store may not have it: a window that could not write tells it by message only.
      if (remote) remote.receive(message);
      else if (missed.push(message) > mostMissed) missed.shift();
  }
  events.changed();
}
