// What this window does when another one of the same user tells something.
import type { Sending } from './sending';
import type { Shelf } from './shelf';
import type { News } from './windowLink';

/** What sends may not be there yet; it reads decisions and account when it comes, and is told of the sends it has missed. */
export async function hear(shelf: Shelf, sending: Sending | undefined, news: News): Promise<void> {
  const { clock, ledger, cache, failures, renewals, announcements, sendsElsewhere } = shelf;
  switch (news.type) {
    case 'sent':
      if (sending) sending.noteSend(clock.elapsed());
      else sendsElsewhere.push(clock.elapsed());
      break;
    case 'spent':
      ledger.spentElsewhere(news.credits);
      break;
    case 'decided':
    case 'account':
      // Until what sends is loaded, the store keeps it.
      sending?.hear(news);
      break;
    case 'cleared':
      cache.forget();
      break;
    case 'stored':
      cache.drop(news.slots);
      await failures.reread(news.key);
      renewals.note(news.key, []);
  }
  announcements.changed();
}
