// One word for one thing (CONTRIBUTING, Words): what the service, the gateway or a cache returns is a response, and what one file
// exports has a name that no other file exports.
import { readFileSync } from 'node:fs';
import { sourceFiles } from './importGraph';

/**
 * Kept in stores, or read by others: a table of the add-in, keys of the gateway, a metric, an event of the audit trail,
 * sentences that are kept with the runs of watches and translated by their English text.
 */
const keptNames =
  /'answers'|`answer:|'answers_total'|'answered'|The (service|receiver) answered with status/g;

test('what is returned is called a response, not an answer', () => {
  const found = sourceFiles().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /answer/i.test(line.replace(keptNames, '')) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

test('no two files export the same name', () => {
  const declared = /^export (?:abstract |async )*(?:const|function\*?|class|interface|type|enum) (\w+)/gm;
  const files = new Map<string, Set<string>>();
  // Operations are written with these two as `is` and `take`: is.text(…), take.text(…).
  for (const file of sourceFiles().filter(
    (name) => /^src/.test(name) && !/operations\/table\/(field|parameter)\.ts$/.test(name),
  ))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(declared))
      files.set(name, (files.get(name) ?? new Set()).add(file));
  expect([...files].filter(([, { size }]) => size > 1)).toEqual([]);
});
