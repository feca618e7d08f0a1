// The version is looked at before anything newer than the oldest Node is loaded.
import { requireNode } from './setup/node.mjs';

requireNode();
void Promise.all([import('./setup/main.mjs'), import('./start/start.mjs')]).then(([{ main }, { start }]) =>
  main(start),
);
