import { budgets } from '../../../src/taskpane/usage/budgets';
import { meters } from '../../../src/taskpane/controls/meters';
import { bars, bySource, roundTop, shortDay } from '../../../src/taskpane/usage/spending';
import { inZone } from '../../inZone';

const token = {
  ten_second_limit: 20,
  ten_second_usage: 0,
  minutely_limit: 60,
  minutely_usage: 42,
  hourly_limit: 1_000,
  hourly_usage: 900,
  daily_limit: 10,
  daily_usage: 12,
};

describe('meters', () => {
  const now = 1_000_000;
  const found = meters(token, [{ id: 'minutely', limit: 60, used: 42, resetsAt: now + 30_000 }], now);

  test('warn in words at 70 and 90 percent', () => {
    expect(found.map(({ id, level, state }) => [id, level, state])).toEqual([
      ['ten_second', 'fine', ''],
      ['minutely', 'high', 'Over 70%'],
      ['hourly', 'critical', 'Over 90%'],
      ['daily', 'critical', 'Used up'],
    ]);
  });

  test('say when they empty, as far as it is known', () => {
    expect(found.map(({ reset }) => reset)).toEqual([
      'not used yet',
      'resets in 30 s',
      'resets within an hour',
      'resets within a day',
    ]);
  });

  test('never overflow, and leave out what the service does not list', () => {
    expect(found[3]?.share).toBe(1);
    expect(found).toHaveLength(4);
  });
});

describe('the day’s budgets of a team', () => {
  const day = (spent: number, limit?: number) => ({ spent, limit, secondsLeft: 7_300 });
  const of = (spent: number, limit?: number) =>
    budgets({ name: 'Ann', admin: false, today: day(spent, limit), team: day(9), more: [] })[0]!;

  test('warn in words and colour at 70 and 90 percent, as the windows do', () => {
    const levels = [12, 35, 45, 50, 60].map((spent) => of(spent, 50).meter);
    expect(levels.map((meter) => [meter?.level, meter?.state, meter?.share])).toEqual([
      ['fine', '', 0.24],
      ['high', 'Over 70%', 0.7],
      ['critical', 'Over 90%', 0.9],
      ['critical', 'Used up', 1],
      ['critical', 'Used up', 1],
    ]);
    expect(levels[0]).toMatchObject({
      used: 12,
      limit: 50,
      unit: 'credits today',
      reset: 'resets in 2 h',
    });
  });

  test('budgets of groups and months stand beside them, each with its name', () => {
    const more = [
      { ...day(80, 100), account: 'group:sales', period: 'day' },
      { ...day(9, 10), account: 'person:ann', period: 'month' },
    ] as const;
    const shown = budgets({ name: 'Ann', admin: false, today: day(1), team: day(9), more }).slice(2);
    expect(shown.map(({ label, meter }) => [label, meter?.unit, meter?.state])).toEqual([
      ['Group sales', 'credits today', 'Over 70%'],
      ['You, this month', 'credits this month', 'Over 90%'],
    ]);
  });

  test('without a limit there is nothing to fill, and a budget of nothing is used up', () => {
    expect(of(9)).toEqual({ label: 'You', spent: 9, meter: undefined });
    expect(of(0, 0).meter).toMatchObject({ level: 'critical', state: 'Used up' });
  });
});

describe('the history', () => {
  const totals = [
    { day: '2027-03-01', operation: 'stays', spent: 5, saved: 20, requests: 1, hits: 4 },
    { day: '2027-03-01', operation: 'ruretail', spent: 1, saved: 0, requests: 1, hits: 0 },
    { day: '2027-02-27', operation: 'stays', spent: 10, saved: 0, requests: 2, hits: 0 },
  ] as const;
  const shown = bars(totals, '2027-03-01', 3);

  test('has every day, also those without requests, across months', () => {
    expect(shown.map(({ day, spent, saved }) => [day, spent, saved])).toEqual([
      ['2027-02-27', 10, 0],
      ['2027-02-28', 0, 0],
      ['2027-03-01', 6, 20],
    ]);
  });

  test('adds up by source', () => {
    expect(bySource(shown)).toEqual([
      { operation: 'ruretail', spent: 1, saved: 0 },
      { operation: 'stays', spent: 15, saved: 20 },
    ]);
  });

  test('ends at a round number', () => {
    expect([0, 5, 7, 130, 2_001].map(roundTop)).toEqual([5, 5, 10, 200, 5_000]);
  });
});

test.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])('a day has its own name in %s', (zone) => {
  expect(inZone(zone, () => shortDay('2026-11-18'))).toContain('18');
});
