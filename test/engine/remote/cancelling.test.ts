import { business, engineUnderTest, flat } from '../support/engineUnderTest';

describe('cancelling', () => {
  test('a call that was sent goes on and is kept', async () => {
    const { engine, clock, service } = engineUnderTest();
    const cell = new AbortController();
    const ask = engine.ask(flat('A1'), { signal: cell.signal });
    await clock.advance(200);
    expect(service.sent).toHaveLength(1);
    cell.abort();
    await expect(clock.until(ask)).rejects.toMatchObject({ code: 'cancelled' });
    const again = await clock.until(engine.ask(flat('A1')));
    expect(again.records).toHaveLength(1);
    expect(service.credits).toBe(1);
  });

  test('a queued call that nobody waits for is dropped', async () => {
    const { engine, clock, service } = engineUnderTest();
    engine.pause();
    const cells = [new AbortController(), new AbortController()];
    const asks = cells.map(({ signal }) =>
      engine.ask(flat('A1'), { signal }).catch((error: unknown) => error),
    );
    await clock.advance(1_000);
    cells[0]!.abort();
    await clock.advance(10);
    expect(engine.state().queue).toHaveLength(1);
    cells[1]!.abort();
    await clock.until(Promise.all(asks));
    expect(engine.state().queue).toHaveLength(0);
    engine.resume();
    await clock.advance(10_000);
    expect(service.sent).toHaveLength(0);
  });

  test('what is queued of an agreed refresh is not sent for cells that are gone', async () => {
    const { engine, clock, service, cells } = engineUnderTest({ concurrency: 1 });
    const wanted = Array.from({ length: 12 }, (_, n) => flat(`A${n}`));
    await clock.until(Promise.all(wanted.map((request, n) => engine.ask(request, { cell: `S!A${n}` }))));
    const refreshed = engine.refresh(
      wanted,
      wanted.map((_, n) => `S!A${n}`),
    );
    await clock.advance(150);
    expect(service.sent).toHaveLength(14);
    for (let n = 0; n < 10; n += 1) cells.remove(`S!A${n}`);
    engine.demandChanged();
    expect(await clock.until(refreshed)).toMatchObject({ fetched: 4 });
    expect(service.sent.slice(12).map(({ body }) => body.unit)).toEqual(['A0', 'A1', 'A10', 'A11']);
  });

  test('a refresh of cells that Excel has not called yet is sent', async () => {
    const { engine, clock, service } = engineUnderTest();
    expect(await clock.until(engine.refresh([flat('A1')], ['S!A1']))).toMatchObject({ fetched: 1 });
    expect(service.sent).toHaveLength(1);
  });

  test('what is queued of an agreed fill is not sent when its sheet is gone', async () => {
    const { engine, clock, service } = engineUnderTest({ concurrency: 1 });
    const sheet = new AbortController();
    const asks = Array.from({ length: 8 }, (_, n) =>
      engine.ask(flat(`A${n}`), { agreed: 1, bulk: true, signal: sheet.signal }),
    );
    const ends = Promise.allSettled(asks);
    await clock.advance(250);
    const sent = service.sent.length;
    expect(sent).toBeGreaterThan(0);
    sheet.abort();
    await clock.until(ends);
    await clock.advance(10_000);
    expect(service.sent).toHaveLength(sent);
  });

  test('a cell that is cancelled and asks again at once, in any order, is answered by one call', async () => {
    const { engine, clock, service } = engineUnderTest();
    const first = new AbortController();
    const old = engine.ask(flat('A1'), { signal: first.signal }).catch(() => undefined);
    const next = engine.ask(flat('A1'));
    first.abort();
    await clock.until(Promise.all([old, next]));
    expect(service.sent).toHaveLength(1);
  });

  test('a call that fails for free and is repeated asks for what is wanted by then', async () => {
    const { engine, clock, service } = engineUnderTest();
    await clock.until(engine.ask(business('butcher')));
    await clock.advance(2_000);
    service.reply = (_, nth) => (nth === 2 ? { status: 500 } : undefined);
    const cell = new AbortController();
    const old = engine.ask(business('bakery', 40), { signal: cell.signal }).catch(() => undefined);
    await clock.advance(200);
    expect(service.sent).toHaveLength(2);
    const next = engine.ask(business('bakery', 14));
    await clock.advance(0);
    cell.abort();
    await clock.until(Promise.all([old, next]));
    expect(service.sent.map(({ body }) => body.count)).toEqual([15, 45, 15]);
    expect(service.credits).toBe(10);
  });

  test('a signal that was aborted before asking sends nothing', async () => {
    const { engine, clock, service } = engineUnderTest();
    await expect(clock.until(engine.ask(flat('A1'), { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'cancelled',
    });
    await clock.advance(5_000);
    expect(service.sent).toHaveLength(0);
  });

  test('closing settles everyone who waits', async () => {
    const { engine, clock } = engineUnderTest();
    engine.pause();
    const asks = Promise.allSettled([1, 2, 3].map((n) => engine.ask(flat(`A${n}`))));
    await clock.advance(500);
    await clock.until(engine.close());
    expect((await clock.until(asks)).every(({ status }) => status === 'rejected')).toBe(true);
    await expect(clock.until(engine.ask(flat('B')))).rejects.toMatchObject({ code: 'stopped' });
  });
});
