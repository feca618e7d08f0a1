import { BudgetLedger } from '../../../src/gateway/ledger/ledger';
import { MemoryJournal } from '../support/memoryJournal';

const limit = 100;
const checks = [{ period: 'd1', account: 'team', limit }];

test('what a full disk did not take is saved when there is room, without another call', async () => {
  const journal = new MemoryJournal('a');
  const save = journal.save.bind(journal);
  const ledger = await BudgetLedger.open({
    journal,
    shared: undefined,
    kept: true,
    without: 'share',
    limitOf: () => limit,
    periods: () => ['d1'],
    elapsed: () => 0,
    sleep: () => Promise.resolve(),
    random: () => 'epoch',
  });
  journal.save = () => Promise.reject(new Error('ENOSPC'));
  expect(await ledger.reserve(3, checks)).toEqual({ ok: true });
  expect(await ledger.reserve(4, checks)).toEqual({ ok: true });
  await ledger.beat();
  journal.save = save;
  await ledger.beat();
  expect(journal.periods).toEqual({ d1: { 'team|a': '0:7:0' } });
});
