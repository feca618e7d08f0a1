import { engineUnderTest, business, flat, product } from '../support/engineUnderTest';

describe('asking', () => {
  test('a miss is fetched, then answered from memory by the same array', async () => {
    const { engine, clock, service } = engineUnderTest();
    const answer = await clock.until(engine.ask(product('ssd', 5)));
    expect(answer).toMatchObject({ from: 'service', spent: 1, saved: 0 });
    expect(answer.records).toHaveLength(5);
    const again = engine.peek(product(' SSD '.toLowerCase(), 5));
    expect(again?.records).toBe(answer.records);
    expect(engine.peek(product('ssd', 5))).toBe(again);
    expect(service.sent).toHaveLength(1);
  });

  test('a hundred equal cells share one call', async () => {
    const { engine, clock, service } = engineUnderTest();
    const answers = await clock.until(
      Promise.all(Array.from({ length: 100 }, (_, n) => engine.ask(flat('A1'), { cell: `Sheet1!A${n}` }))),
    );
    expect(service.credits).toBe(1);
    expect(answers.filter(({ from }) => from === 'service')).toHaveLength(1);
    expect(answers.filter(({ from }) => from === 'shared')).toHaveLength(99);
  });

  test('different counts asked at once make one call for the largest', async () => {
    const { engine, clock, service } = engineUnderTest();
    const [ten, fifty] = await clock.until(
      Promise.all([engine.ask(business('x', 10)), engine.ask(business('x', 50))]),
    );
    expect(ten.records).toHaveLength(10);
    expect(fifty.records).toHaveLength(50);
    expect(service.sent.map(({ body }) => body.count)).toEqual([60]);
  });

  test('an answer survives a restart', async () => {
    const bench = engineUnderTest();
    await bench.clock.until(bench.engine.ask(flat('A1')));
    await bench.restart();
    const answer = await bench.clock.until(bench.engine.ask(flat('A1')));
    expect(answer.from).toBe('cache');
    expect(bench.service.credits).toBe(1);
  });
});
