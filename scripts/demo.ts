// `npm run demo`: writes the demo to dist/demo. `-- --site` writes dist/site instead: the documentation with the demo in it, as it is
// published.
import { cpSync, rmSync } from 'node:fs';
import { writeDemo } from './demo/writeDemo';
import { at } from './setup/root.mjs';

const isSite = process.argv.includes('--site');
if (isSite) {
  rmSync(at('dist/site'), { recursive: true, force: true });
  cpSync(at('dist/help'), at('dist/site'), { recursive: true });
}
const folder = at(isSite ? 'dist/site/demo' : 'dist/demo');
writeDemo(folder);
console.log(`The demo is in ${folder}. Any host of files serves it over https, from any path.`);
