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
    service.reply = (_, nth) => (nth === 1 ? { status: 500 } : undefined);
    const cell = new AbortController();
    const old = engine.ask(business('bakery', 40), { signal: cell.signal }).catch(() => undefined);
    await clock.advance(200);
    expect(service.sent).toHaveLength(1);
    const next = engine.ask(business('bakery', 14));
    await clock.advance(0);
    cell.abort();
    await clock.until(Promise.all([old, next]));
    expect(service.sent.map(({ body }) => body.count)).toEqual([45, 15]);
    expect(service.credits).toBe(5);
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
