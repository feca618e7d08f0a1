// The rows of the account where a clock is set back and goes on: nothing that is spent on a day is missing from it.
import { guardStore } from '../../../../src/engine/ports/guardedStore';
import { createMemoryStore } from '../../../../src/engine/ports/memoryStore';
import { rowTotal, type AccountRow, AccountRows } from '../../../../src/engine/remote/spend/accountRows';
import { simulatedClock } from '../../support/simulatedClock';

const [monday, tuesday] = ['2027-05-03', '2027-05-04'] as const;

function twoWindows() {
  const store = guardStore(createMemoryStore(), simulatedClock(), () => undefined);
  const days = { one: tuesday as string, two: tuesday as string };
  const rows = (window: 'one' | 'two') =>
    new AccountRows({
      store,
      window,
      today: () => days[window],
      broadcast: () => undefined,
      seen: () => undefined,
    });
  const spend = async (account: AccountRows, credits: number) => {
    const [key, row] = account.ownToday();
    await account.write(key, { ...row, settled: row.settled + credits });
  };
  const spent = (all: readonly AccountRow[]) => all.reduce((sum, row) => sum + rowTotal(row), 0);
  return { one: rows('one'), two: rows('two'), days, spend, spent };
}

test('what a window spends after its row was moved to an earlier day by another window counts for its own day', async () => {
  const { one, two, days, spend, spent } = twoWindows();
  await spend(one, 5);
  days.two = monday;
  await two.load();
  expect(spent(two.ofToday())).toBe(5);
  days.two = tuesday;
  await spend(one, 10);
  await two.load();
  expect(spent(two.ofToday())).toBeGreaterThanOrEqual(10);
});

test('a row that its own window knows to be moved stays moved when it is written again', async () => {
  const { one, days, spend, spent } = twoWindows();
  await spend(one, 5);
  days.one = monday;
  await one.load();
  await spend(one, 10);
  expect(one.own()).toHaveLength(1);
  expect(spent(one.ofToday())).toBe(15);
  days.one = tuesday;
  await one.load();
  expect(spent(one.ofToday())).toBe(0);
});

test('of a day with hundreds of windows, as a page that crashes again and again makes them, nothing is forgotten', async () => {
  const store = guardStore(createMemoryStore(), simulatedClock(), () => undefined);
  let day: string = monday;
  const open = (window: string) =>
    new AccountRows({ store, window, today: () => day, broadcast: () => undefined, seen: () => undefined });
  const spendIn = async (windows: number) => {
    for (let nth = 0; nth < windows; nth += 1) {
      const account = open(`${day} ${nth}`);
      await account.load();
      const [key, row] = account.ownToday();
      await account.write(key, { ...row, settled: row.settled + 1 });
    }
    const last = open('last');
    await last.load();
    return last;
  };
  const ofMonday = await spendIn(250);
  expect(ofMonday.ofToday().reduce((sum, row) => sum + rowTotal(row), 0)).toBe(250);
  day = tuesday;
  const ofTuesday = await spendIn(1);
  expect(ofTuesday.ofToday()).toHaveLength(1);
  expect(ofTuesday.entries()).toHaveLength(200);
});
