import type { Decision } from '../../../src/match/decision';
import { byKey, isTeamMatch, offered, toSend, type TeamMatch } from '../../../src/taskpane/match/teamMatches';

const decided = (item: string, at: number, id = 'x'): Decision => ({
  operation: 'ruretail',
  item,
  accepted: [{ id, name: id }],
  seen: [id],
  at,
});
const takenBack = (item: string, at: number): TeamMatch => ({
  operation: 'ruretail',
  item,
  at,
  forgotten: true,
});
const none = byKey<Decision>([]);
const list = [{ name: 'Phone' }, { name: 'TV' }, { name: 'Radio' }];

test('what was decided here, and later than elsewhere, is sent', () => {
  const local = byKey([decided('Phone', 5), decided('TV', 5), decided('Radio', 5)]);
  const team = byKey<TeamMatch>([decided('phone ', 6, 'y'), decided('TV', 4, 'y'), decided('Radio', 5)]);
  expect(toSend(local, local, team, 9)).toEqual([decided('TV', 5)]);
});

test('what was undone here is taken back, unless somebody decided later', () => {
  const before = byKey([decided('Phone', 5), decided('TV', 5), decided('Radio', 5)]);
  const team = byKey<TeamMatch>([decided('Phone', 5), decided('TV', 7, 'y'), takenBack('Radio', 8)]);
  expect(toSend(none, before, team, 9)).toEqual([takenBack('Phone', 9)]);
  // Also where the clock here is behind that of whoever decided.
  expect(toSend(none, byKey([decided('Phone', 5)]), byKey<TeamMatch>([decided('Phone', 5)]), 3)).toEqual([
    takenBack('Phone', 6),
  ]);
});

test('later decisions about products of the list are offered, with those that were taken back', () => {
  const local = byKey([decided('Phone', 5), decided('TV', 5)]);
  const team = byKey<TeamMatch>([
    decided('PHONE', 6, 'y'),
    takenBack('TV', 6),
    takenBack('Radio', 6),
    decided('Lamp', 6),
  ]);
  expect(offered('ruretail', list, local, team)).toEqual([decided('PHONE', 6, 'y'), takenBack('TV', 6)]);
  expect(offered('nlretail', list, local, team)).toEqual([]);
  expect(
    offered('ruretail', list, byKey([decided('Phone', 6)]), byKey<TeamMatch>([decided('Phone', 6, 'y')])),
  ).toEqual([]);
});

test('what is too long for the gateway is cut or left out, and what it says is checked', () => {
  const long = {
    ...decided('TV', 5),
    accepted: [{ id: 'x', name: 'n'.repeat(900) }],
    seen: ['s'.repeat(900), 'x'],
  };
  const [sent, ...more] = toSend(byKey([decided('p'.repeat(600), 5), long]), none, byKey<TeamMatch>([]), 9);
  expect(more).toEqual([]);
  expect(sent).toMatchObject({ accepted: [{ name: 'n'.repeat(500) }], seen: ['x'] });
  expect(
    [{}, null, { operation: 'x', item: 'a', at: 1, forgotten: true }, { item: 'a' }].map(isTeamMatch),
  ).toEqual([false, false, false, false]);
});
