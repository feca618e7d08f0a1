// The ledger says what a response shows beside its results, and what a failure may have cost.
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { engineUnderTest, flat } from '../support/engineUnderTest';

const graded = makeDataRequest('bizbureau', { keyword: 'roofing', count: 15, rating: 'A' });

test('a filter that the service ignored is noted with the request', async () => {
  const { clock, engine, service } = engineUnderTest();
  service.reply = () => ({
    status: 200,
    body: [
      { id: '1', bbb_rating: 'A+' },
      { id: '2', bbb_rating: 'D' },
    ],
  });
  await clock.until(engine.ask(graded));
  const [entry] = await engine.ledger();
  expect(entry?.outcome).toBe('fetched');
  expect(entry?.note).toMatch(/ignored rating=A: result 2/);
});

test('a filter that the service followed is not', async () => {
  const { clock, engine, service } = engineUnderTest();
  service.reply = () => ({ status: 200, body: [{ id: '1', bbb_rating: 'A+' }, { id: '2' }] });
  await clock.until(engine.ask(graded));
  expect((await engine.ledger()).map(({ note }) => note)).toEqual([undefined]);
});

test('a failure that may have been charged says how much, one that cost nothing does not', async () => {
  const { clock, engine, service } = engineUnderTest();
  service.points = null;
  service.reply = ({ operation }) => ({ status: operation === 'bizbureau' ? 418 : 412 });
  for (const request of [graded, flat('A1')]) await clock.until(engine.ask(request).catch(() => undefined));
  const ledger = await engine.ledger();
  const of = (operation: string) => ledger.find((entry) => entry.operation === operation);
  expect(of('bizbureau')).toMatchObject({ outcome: 'unexpected_status', spent: 0, maybe: 5 });
  expect(of('hkproperty')).not.toHaveProperty('maybe');
});
