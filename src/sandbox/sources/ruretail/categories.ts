// Everything the Russian electronics shop sells.
import { appliances } from './appliances';
import type { Category } from './category';
import { computers } from './computers';
import { gadgets } from './gadgets';

export const categories: readonly Category[] = [...gadgets, ...computers, ...appliances];
