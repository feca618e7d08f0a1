// A request whose price stood on the button that was pressed: that much was agreed to.
import type { Answer } from '../../engine/request/answer';
import type { DataRequest } from '../../engine/request/dataRequest';
import type { Engine } from '../../engine/engine';

export const fetchSeen = (engine: Engine, request: DataRequest, credits: number): Promise<Answer> =>
  engine.ask(request, { agreed: credits });
