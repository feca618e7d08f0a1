import { transition, type JobEvent, type JobState } from '../../../src/engine/remote/job';

const states: readonly JobState[] = ['collecting', 'queued', 'leaving', 'running', 'ended'];
const events: readonly JobEvent[] = ['admitted', 'turn', 'sent', 'again', 'ended'];
const leadingTo = (state: JobState) =>
  states.flatMap((from) =>
    events.filter((event) => transition(from, event)?.state === state).map((event) => `${from}, ${event}`),
  );

test('a job is sent only after the gate has looked at it, once more before each attempt', () => {
  expect(leadingTo('running')).toEqual(['leaving, sent']);
  expect(leadingTo('leaving')).toEqual(['queued, turn']);
  expect(leadingTo('queued')).toEqual(['collecting, admitted', 'leaving, again', 'running, again']);
});

test('everyone who waits is told once: a job ends from any state, and nothing follows', () => {
  expect(leadingTo('ended')).toEqual(
    ['collecting', 'queued', 'leaving', 'running'].map((from) => `${from}, ended`),
  );
  for (const from of states)
    for (const event of events)
      expect(transition(from, event)?.effects.includes('tell') ?? false).toBe(
        event === 'ended' && from !== 'ended',
      );
});
