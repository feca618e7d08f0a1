// What this window does when another one of the same user tells something.
import type { EngineModules } from './engineModules';
import type { News } from './windowLink';

export async function hear(modules: EngineModules, news: News): Promise<void> {
  const { clock, windows, ledger, holds, cache, failures, renewals, announcements } = modules;
  switch (news.type) {
    case 'sent':
      windows.noteSend(clock.elapsed());
      break;
    case 'spent':
      ledger.spentElsewhere(news.credits);
      break;
    case 'holds':
      await holds.reload();
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
