// The other npm scripts: `node scripts/run.mjs <task> [arguments]`. Node's version is checked first, as in start.mjs.
import { requireNode } from './setup/node.mjs';

requireNode();
void Promise.all([import('./setup/main.mjs'), import('./tasks.mjs')]).then(([{ main }, { runTask }]) =>
  main(() => runTask(process.argv[2], process.argv.slice(3))),
);
