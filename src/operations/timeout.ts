// The one parameter that every data operation has.
import * as take from './parameter';

export const timeout = take.integer(
  'Request',
  'Time limit (seconds)',
  'How long the service may work on this request; a larger limit helps where a request timed out.',
  { min: 20, max: 1500, default: 300 },
);
