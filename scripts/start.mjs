// Node's version is checked before any code that an old Node cannot parse is loaded.
import { requireNode } from './setup/node.mjs';

requireNode();
void Promise.all([import('./setup/main.mjs'), import('./start/start.mjs')]).then(([{ main }, { start }]) =>
  main(start),
);
