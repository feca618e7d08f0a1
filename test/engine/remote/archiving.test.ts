// Every paid response is handed to the history once its cells have it; what a closed window left is handed over later.
import type { ArchivedResponse } from '../../../src/engine/ports/archive';
import { engineUnderTest, flat, product } from '../support/engineUnderTest';

function archive() {
  const kept: ArchivedResponse[] = [];
  const state = { works: true, hangs: false };
  const append = (response: ArchivedResponse) => {
    if (state.hangs) return new Promise<void>(() => undefined);
    if (!state.works) return Promise.reject(new Error('The disk is full.'));
    kept.push(response);
    return Promise.resolve();
  };
  return { kept, state, append };
}

test('a paid response is kept with the request, the count that was sent and the time', async () => {
  const history = archive();
  const bench = engineUnderTest({}, { archive: history });
  const request = product('phone', 5, { city: 'spb' });
  const answer = await bench.clock.until(bench.engine.ask(request));
  await bench.clock.settle();
  expect(history.kept).toEqual([
    {
      operation: 'ruretail',
      request: request.key,
      params: request.params,
      raw: {},
      asked: 5,
      at: answer.fetchedAt,
      records: answer.records,
    },
  ]);
  await bench.clock.until(bench.engine.ask(request));
  expect(history.kept).toHaveLength(1);
});

test('a failure is not kept', async () => {
  const history = archive();
  const bench = engineUnderTest({}, { archive: history });
  bench.service.reply = () => ({ status: 412 });
  await expect(bench.clock.until(bench.engine.ask(flat('A')))).rejects.toMatchObject({ code: 'unavailable' });
  expect(history.kept).toEqual([]);
});

test('what a gateway had in its cache is kept by the time at which the service gave it', async () => {
  const history = archive();
  const bench = engineUnderTest({ baseUrl: '' }, { archive: history });
  const at = bench.clock.now() - 3_000_123;
  const headers = { age: '3000', 'spillway-at': String(at), 'spillway-gateway': '1' };
  bench.service.reply = () => ({ status: 200, body: [{ unit_code: 'A' }], headers });
  await bench.clock.until(bench.engine.ask(flat('A')));
  await bench.clock.settle();
  expect(history.kept.map((response) => response.at)).toEqual([at]);
});

test('a copy that the gateway kept is kept as well', async () => {
  const history = archive();
  const purchases = { knows: () => Promise.resolve(true), note: () => undefined };
  const bench = engineUnderTest({ baseUrl: '' }, { archive: history, purchases });
  const at = bench.clock.now() - 60_123;
  bench.service.kept = () => ({
    status: 200,
    body: [{ unit_code: 'A' }],
    headers: { age: '60', 'spillway-at': String(at), 'spillway-gateway': '1' },
  });
  await bench.clock.until(bench.engine.ask(flat('A')));
  await bench.clock.settle();
  expect(bench.service.credits).toBe(0);
  expect(history.kept.map((response) => response.at)).toEqual([at]);
});

test.each(['hangs', 'fails'])(
  'a history that %s delays no cell, and gets the response from the next window',
  async (how) => {
    const history = archive();
    if (how === 'hangs') history.state.hangs = true;
    else history.state.works = false;
    const bench = engineUnderTest({}, { archive: history });
    const answer = await bench.clock.until(bench.engine.ask(flat('A')));
    expect(answer.records).not.toEqual([]);
    Object.assign(history.state, { works: true, hangs: false });
    await bench.restart();
    await bench.clock.until(bench.engine.prepare());
    await bench.clock.settle();
    expect(history.kept).toMatchObject([{ request: flat('A').key, at: answer.fetchedAt }]);
    await bench.restart();
    await bench.clock.until(bench.engine.prepare());
    expect(history.kept).toHaveLength(1);
    expect(bench.service.sent).toHaveLength(1);
  },
);
