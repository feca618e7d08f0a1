// The one parameter that every data operation has.
import * as take from './table/parameter';

export const timeout = take.integer('Request', 'Time limit (seconds)', { min: 20, max: 1500, default: 300 });
