// One word for one thing (CONTRIBUTING, Words): what the service, the gateway or a cache returns is a response.
import { readFileSync } from 'node:fs';
import { sourceFiles } from './importGraph';

/** Kept in stores, or read by others: a table of the add-in, keys of the gateway, a metric, an event of the audit trail. */
const keptNames = /'answers'|`answer:|'spillway_answers_total'|'answered'/g;
/** Rooms that still say answer. Two of their sentences are kept with runs, and are translated by their English text. */
const exempt = /^src\/(excel|gateway)\/watch\//;

test('what is returned is called a response, not an answer', () => {
  const files = sourceFiles().filter((file) => !exempt.test(file));
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /answer/i.test(line.replace(keptNames, '')) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
