import { ReadLimit } from '../../../src/gateway/http/readLimit';

test('who asks as much as they may at once leaves room for others', () => {
  const limit = new ReadLimit(() => 0);
  const enter = () => limit.enter('ann');
  expect(() => Array.from({ length: 100 }, enter)).toThrow('at the same time');
  expect(() => limit.enter('bob')).not.toThrow();
});
