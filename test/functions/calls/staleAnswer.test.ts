// An answer that could not be renewed says why beside its stamp. The sentence is code that comes later: this file is the
// first here to need it.
import { SpillwayError } from '../../../src/engine/request/errors';
import { loadedSentences } from '../../../src/excel/errors/lazyCellError';
import { createFunctions } from '../../../src/functions/createFunctions';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { installCustomFunctions } from '../support/customFunctions';
import { answer, fakeRuntime, plainHost } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

it('waits for the sentence where it is shown, and for nothing else', async () => {
  const { runtime, memory } = fakeRuntime();
  const call = createFunctions(runtime, plainHost)['HKPROPERTY.VALUE']!;
  const stale = new SpillwayError('unavailable', { billed: 'no' });
  const kept = answer([{ unit_code: 'A1' }], { from: 'cache', stale });
  memory.set(makeDataRequest('hkproperty', { unit: 'A1' }).key, kept);

  const plain = await call('A1', null, 'unit_code', {});
  expect(call('A1', null, 'unit_code', {})).toEqual(plain);
  expect(plain).toEqual([['A1']]);
  expect(loadedSentences()).toBeUndefined();

  const stamped = 'columns=unit_code; headers=0; stamp=yes';
  const rows = call('A1', null, stamped, {});
  expect(rows).toBeInstanceOf(Promise);
  expect(await rows).toEqual([
    ['A1', expect.any(Number), expect.stringMatching(/^cache: No valuation is available/)],
  ]);
  expect(call('A1', null, stamped, {})).toEqual(await rows);
});
