// Node's version is checked before any code that an old Node cannot parse is loaded.
import { requireNode } from './setup/node.mjs';

requireNode();
void Promise.all([import('./setup/main.mjs'), import('./test/test.mjs')]).then(([{ main }, { test }]) =>
  main(test),
);
