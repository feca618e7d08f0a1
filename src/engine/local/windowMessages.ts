// What this browser window does with a message from another one of the same user.
import type { RemoteEngine } from '../remote/remoteEngine';
import type { LocalEngine } from './localEngine';
import type { WindowMessage } from '../ports/crossWindow';

/** The remote half may not be loaded yet: it reads decisions and account when it is, and gets the sends it missed. */
export async function receive(
  local: LocalEngine,
  remote: RemoteEngine | undefined,
  message: WindowMessage,
): Promise<void> {
  const { clock, ledger, cache, failures, recalculations, events, otherWindowsSends } = local;
  switch (message.type) {
    case 'sent':
      if (remote) remote.noteSend(clock.elapsed());
      else otherWindowsSends.push(clock.elapsed());
      break;
    case 'spent':
      ledger.spentInOtherWindow(message.credits);
      break;
    case 'decided':
    case 'account':
      // Until the remote half is loaded, the store keeps it.
      remote?.receive(message);
      break;
    case 'cleared':
      cache.forget();
      break;
    case 'stored':
      cache.drop(message.slots);
      await failures.reread(message.key);
      recalculations.note(message.key, []);
  }
  events.changed();
}
