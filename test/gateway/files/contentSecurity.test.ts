import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { panePolicy } from '../../../src/gateway/files/contentSecurity';
import { excelHosts } from '../../../src/gateway/files/contentSecurity';

/** The hosts in the source of the installed office.js, as a policy writes them. */
function trustedByOfficeJs(): string[] {
  const file = createRequire(__filename).resolve('@microsoft/office-js/dist/excel-web-16.00.debug.js');
  const [list = ''] = /regexHostNameStringArray = new Array\([^;]*/.exec(readFileSync(file, 'utf8')) ?? [];
  return [...list.matchAll(/"\^([^"]+)\$"/g)].map(([, pattern = '']) =>
    pattern.replace('.*', '*').replaceAll('\\\\.', '.'),
  );
}

const ancestors = /frame-ancestors ([^;]*)/.exec(panePolicy)?.[1]?.split(' ') ?? [];

test('the hosts of Excel are those that the installed office.js trusts', () => {
  const trusted = trustedByOfficeJs();
  expect(trusted.length).toBeGreaterThan(5);
  expect([...excelHosts].sort()).toEqual(trusted.sort());
});

test('each of them may frame the pane, and so may the pages of its cloud', () => {
  for (const host of [...excelHosts, '*.sharepoint.com', '*.sharepoint.us', '*.sharepoint.cn'])
    expect(ancestors).toContain(`https://${host}`);
  expect(ancestors).toContain("'self'");
});
