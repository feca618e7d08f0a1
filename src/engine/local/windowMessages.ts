// What this window does when another one of the same user tells something.
import type { RemoteEngine } from '../remote/remoteEngine';
import type { LocalEngine } from './localEngine';
import type { WindowMessage } from '../ports/crossWindow';

/** What sends may not be there yet; it reads decisions and account when it comes, and is told of the sends it has missed. */
export async function receive(
  local: LocalEngine,
  remote: RemoteEngine | undefined,
  news: WindowMessage,
): Promise<void> {
  const { clock, ledger, cache, failures, recalculations, events, otherWindowsSends } = local;
  switch (news.type) {
    case 'sent':
      if (remote) remote.noteSend(clock.elapsed());
      else otherWindowsSends.push(clock.elapsed());
      break;
    case 'spent':
      ledger.spentInOtherWindow(news.credits);
      break;
    case 'decided':
    case 'account':
      // Until what sends is loaded, the store keeps it.
      remote?.receive(news);
      break;
    case 'cleared':
      cache.forget();
      break;
    case 'stored':
      cache.drop(news.slots);
      await failures.reread(news.key);
      recalculations.note(news.key, []);
  }
  events.changed();
}
