// The version is looked at before anything newer than the oldest Node is loaded.
import { requireNode } from './setup/node.mjs';

requireNode();
void Promise.all([import('./setup/main.mjs'), import('./test/test.mjs')]).then(([{ main }, { test }]) =>
  main(test),
);
