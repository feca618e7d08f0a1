import { business, engineUnderTest, flat, product } from '../support/engineUnderTest';

const hour = 3_600_000;

describe('ages', () => {
  test('an answer is kept until it is refreshed, however old', async () => {
    const { engine, clock, service } = engineUnderTest();
    await clock.until(engine.ask(flat('A1')));
    await clock.advance(400 * 24 * hour);
    expect(engine.peek(flat('A1'))?.from).toBe('cache');
    expect(service.sent).toHaveLength(1);
  });

  test('an old answer is shown at once while a new one is fetched, and its cells are told', async () => {
    const { engine, clock, service, events } = engineUnderTest();
    const first = await clock.until(engine.ask(flat('A1')));
    await clock.advance(2 * hour);
    const old = await engine.ask(flat('A1'), { maxAge: hour, cell: 'S!A1' });
    expect(old.records).toBe(first.records);
    await clock.advance(1_000);
    expect(service.sent).toHaveLength(2);
    expect(events).toContainEqual({ type: 'renewed', keys: [flat('A1').key], cells: ['S!A1'] });
    expect(engine.peek(flat('A1'), { maxAge: hour })?.fetchedAt).toBeGreaterThan(old.fetchedAt);
  });

  test.each([
    ['the age in Settings is removed', { bizbureau: hour }, undefined],
    ['its formula loses its age', {}, hour],
  ])('what has expired and waits is not fetched any more once %s', async (_, ages, maxAge) => {
    const bench = engineUnderTest({ ages });
    const { engine, cells, clock, service } = bench;
    const ask = (cell: string, item: string) =>
      clock.until(engine.ask(business(item), { cell, ...(maxAge !== undefined && { maxAge }) }));
    await ask('A1', 'x');
    await ask('A2', 'y');
    await clock.advance(2 * hour);
    engine.pause();
    await ask('A1', 'x');
    await ask('A2', 'y');
    await clock.advance(5_000);
    expect(engine.state().queue).toHaveLength(2);
    bench.settings = { ...bench.settings, ages: {} };
    cells.note('A1', [business('x')]);
    await clock.until(engine.keyChanged());
    engine.resume();
    await clock.advance(60_000);
    expect(service.sent).toHaveLength(maxAge === undefined ? 2 : 3);
    expect(engine.state().queue).toEqual([]);
  });

  test('a fresh larger response between an older one and a newer smaller one is not bought again', async () => {
    const bench = engineUnderTest({ ages: { bizbureau: hour } });
    const { clock, service } = bench;
    await clock.until(bench.engine.ask(business('x', 200), { cell: 'A1' }));
    await clock.advance(2 * hour);
    for (const [cell, count] of Object.entries({ A2: 60, A3: 45, A4: 15 })) {
      await clock.until(bench.engine.refresh([business('x', count)], [cell]));
      await clock.advance(1_000);
    }
    const shown = async () => {
      const responses = [50, 30].map((count) => bench.engine.ask(business('x', count), { cell: 'A5' }));
      const records = (await clock.until(Promise.all(responses))).map((response) => response.records.length);
      await clock.advance(60_000);
      return records;
    };
    expect(await shown()).toEqual([50, 30]);
    await bench.restart();
    expect(await shown()).toEqual([50, 30]);
    expect(service.sent.map(({ body }) => body.count)).toEqual([210, 60, 45, 15]);
  });

  test('a service that limits requests is asked for a new one no more than for a first one', async () => {
    const { engine, clock, service } = engineUnderTest();
    const ask = () => engine.ask(flat('A1'), { maxAge: hour, cell: 'S!A1' });
    await clock.until(ask());
    await clock.advance(2 * hour);
    service.reply = () => ({ status: 429, headers: { 'retry-after': '2' } });
    engine.subscribe(({ type }) => type === 'renewed' && void ask());
    await ask();
    await clock.advance(hour);
    expect(service.sent).toHaveLength(1 + 8);
  });

  test.each(['in memory', 'in the store'])(
    'a response %s from a clock that was ahead ages',
    async (where) => {
      const bench = engineUnderTest();
      const { clock, service } = bench;
      clock.jump(400 * 24 * hour);
      await clock.until(bench.engine.ask(flat('A1')));
      clock.jump(-400 * 24 * hour);
      if (where === 'in the store') await bench.restart();
      const set = clock.now();
      const shown = await clock.until(bench.engine.ask(flat('A1'), { maxAge: hour }));
      expect(shown.fetchedAt).toBeLessThanOrEqual(clock.now());
      expect(shown.fetchedAt).toBeGreaterThanOrEqual(set);
      await clock.advance(hour / 2);
      // Opened again, it does not begin to age once more.
      await bench.restart();
      await clock.until(bench.engine.ask(flat('A1'), { maxAge: hour }));
      expect(service.sent).toHaveLength(1);
      await clock.advance(hour / 2 + 1);
      await clock.until(bench.engine.ask(flat('A1'), { maxAge: hour }));
      await clock.advance(1_000);
      expect(service.sent).toHaveLength(2);
    },
  );

  test('an age set for the operation renews as well', async () => {
    const { engine, clock, service } = engineUnderTest({ ages: { hkproperty: hour } });
    await clock.until(engine.ask(flat('A1')));
    await clock.advance(2 * hour);
    expect(engine.peek(flat('A1'))).toBeUndefined();
    await engine.ask(flat('A1'));
    await clock.advance(1_000);
    expect(service.sent).toHaveLength(2);
  });

  test('a renewal that is looked at for longer than another one takes is not made again', async () => {
    const { engine, clock, service } = engineUnderTest(
      {},
      {
        // Excel is busy when it is asked about one of the cells.
        reasonToHold: (cell) =>
          new Promise((resolve) => clock.setTimer(() => resolve(undefined), cell === 'S!A2' ? 15_000 : 0)),
      },
    );
    await clock.until(engine.ask(flat('A1'), { cell: 'S!A1' }));
    await clock.advance(2 * hour);
    for (const cell of ['S!A1', 'S!A2']) void engine.ask(flat('A1'), { maxAge: hour, cell });
    await clock.advance(60_000);
    expect(service.sent).toHaveLength(2);
  });

  test('a failed renewal keeps the old value, says why, and is not repeated in a loop', async () => {
    const { engine, clock, service } = engineUnderTest();
    await clock.until(engine.ask(flat('A1')));
    await clock.advance(2 * hour);
    service.reply = () => ({ status: 412 });
    for (let calculation = 0; calculation < 5; calculation += 1) {
      const answer = await clock.until(engine.ask(flat('A1'), { maxAge: hour }));
      expect(answer.records).toHaveLength(1);
      await clock.advance(60_000);
    }
    expect(engine.peek(flat('A1'), { maxAge: hour })?.stale?.code).toBe('unavailable');
    expect(service.sent).toHaveLength(2);
    // It is shown in place of what was asked for, which is still to be paid for.
    expect(engine.state().savedToday).toBe(0);
  });

  test('a renewal above the threshold is held and the old value stays', async () => {
    const bench = engineUnderTest();
    const { engine, clock, service } = bench;
    await clock.until(engine.ask(product('ssd')));
    await clock.advance(2 * hour);
    bench.settings = { ...bench.settings, askAbove: 0 };
    const answer = await engine.ask(product('ssd'), { maxAge: hour, cell: 'S!A1' });
    await clock.advance(1_000);
    expect(answer).toMatchObject({ records: { length: 20 }, isOverdue: true });
    // Whoever sets no age, or wants what is cached, has nothing to wait for.
    expect(engine.peek(product('ssd'))?.isOverdue).toBeUndefined();
    expect(engine.peek(product('ssd'), { maxAge: hour, offline: true })?.isOverdue).toBeUndefined();
    expect(engine.state().held).toMatchObject([{ credits: 1, cells: ['S!A1'] }]);
    await engine.ask(product('ssd'), { maxAge: hour });
    await clock.advance(1_000);
    expect(engine.state().held).toHaveLength(1);
    await clock.until(engine.approve(engine.state().held[0]!.id, engine.state().held[0]!.credits));
    await clock.advance(1_000);
    expect(service.sent).toHaveLength(2);
    expect(engine.peek(product('ssd'), { maxAge: hour })?.isOverdue).toBeUndefined();
  });

  test('an age of nothing does not fetch for ever', async () => {
    const { engine, clock, service } = engineUnderTest();
    for (let calculation = 0; calculation < 20; calculation += 1) {
      await clock.until(engine.ask(flat('A1'), { maxAge: 0 }));
      await clock.advance(1_000);
    }
    expect(service.sent.length).toBeLessThanOrEqual(2);
  });

  test('an offline cell is called again when another cell has fetched what it lacked', async () => {
    const { engine, clock, service, events } = engineUnderTest();
    const renewed = () => events.flatMap((event) => (event.type === 'renewed' ? event.cells : []));
    const offline = engine.ask(flat('A1'), { offline: true, cell: 'S!B1' });
    await expect(clock.until(offline)).rejects.toMatchObject({ code: 'not_cached' });
    await clock.until(engine.ask(flat('A2'), { cell: 'S!A2' }));
    expect(renewed()).toEqual([]);
    await clock.until(engine.ask(flat('A1'), { cell: 'S!A1' }));
    expect(renewed()).toEqual(['S!B1']);
    expect((await engine.ask(flat('A1'), { offline: true, cell: 'S!B1' })).from).toBe('cache');
    expect(service.sent).toHaveLength(2);
  });

  test('offline answers whatever is kept and never sends', async () => {
    const { engine, clock, service } = engineUnderTest();
    await clock.until(engine.ask(flat('A1')));
    await clock.advance(2 * hour);
    expect((await engine.ask(flat('A1'), { offline: true, maxAge: hour })).from).toBe('cache');
    await expect(clock.until(engine.ask(flat('B2'), { offline: true }))).rejects.toMatchObject({
      code: 'not_cached',
    });
    expect(service.sent).toHaveLength(1);
  });

  test('a refresh shows the old value until the new one is there, also when it fails', async () => {
    const { engine, clock, service } = engineUnderTest();
    await clock.until(engine.ask(flat('A1')));
    service.reply = (_sent, nth) => (nth === 2 ? { status: 500 } : undefined);
    const refreshing = engine.refresh([flat('A1')], ['S!A1']);
    await clock.advance(50);
    expect(engine.peek(flat('A1'))?.stale).toBeUndefined();
    expect(await clock.until(refreshing)).toEqual({ fetched: 0, failed: 1, spent: 0 });
    expect(engine.peek(flat('A1'))?.stale?.code).toBe('service_failed');
    expect(await clock.until(engine.refresh([flat('A1')]))).toEqual({ fetched: 1, failed: 0, spent: 1 });
    expect(engine.peek(flat('A1'))?.stale).toBeUndefined();
  });
});
