// A request whose price stood on the button that was pressed: the approval that a burst would wait for is given.
import type { Answer } from '../../engine/answer';
import type { DataRequest } from '../../engine/dataRequest';
import type { Engine } from '../../engine/engine';
import { isSpillwayError } from '../../engine/errors';

export async function fetchSeen(engine: Engine, request: DataRequest): Promise<Answer> {
  try {
    return await engine.ask(request);
  } catch (failure) {
    if (!isSpillwayError(failure) || failure.code !== 'held') throw failure;
    const burst = engine
      .state()
      .held.find(
        ({ requests, reason }) => reason === 'ask_above' && requests.every(({ key }) => key === request.key),
      );
    if (!burst) throw failure;
    await engine.approve(burst.id);
    return engine.ask(request);
  }
}
