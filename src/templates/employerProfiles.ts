// Employer profiles: companies of a job board side by side.
import {
  complete,
  countOf,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  overAll,
  rowsFrom,
  rowStatus,
  share,
  stampedHeadings,
  stampedSample,
  stampFormat,
  stampWidths,
  statusHeading,
  statusRule,
} from './sheetParts';
import { tabs } from './styles';
import type { Template, TemplateCell } from './template';

const ids = ['1500000', '1500317', '1500634', '1503804', '1507608', '1500951'];
const first = 7;
const last = first + ids.length - 1;
const sizes = ['1-9 Employees', '10-49 Employees', '100-499 Employees', '500+ Employees'];

const samples = ids.map((_, index): TemplateCell[] => [
  `Sample company ${index + 1}`,
  'Sample industry',
  sizes[index % sizes.length] ?? '',
  1200 + index * 850,
  'Sample city',
  'https://example.com',
]);

const statuses = `$J$${first}:$J$${last}`;
const followers = `SUMIF(${statuses},"OK",E${first}:E${last})`;

/** Whether a company stands further up too, by its ID or, where one of them is an address, by what was found. */
function isListed(row: number): string {
  const alike = (letter: string) => `($${letter}$${first - 1}:$${letter}${row - 1}=$${letter}${row})`;
  const found = `($B${row}<>"")*${['B', 'C', 'F', 'G'].map(alike).join('*')}`;
  const given = `(TRIM($A$${first - 1}:$A${row - 1})=TRIM($A${row}))`;
  return `${countOf(given)}+${countOf(found)}>0`;
}

export const employerProfiles: Template = {
  id: 'employer-profiles',
  layout: 2,
  title: 'Employer profiles',
  sentence: 'Companies of a Middle East job board side by side, with industry, size and followers.',
  needs: 'Company IDs or addresses of their profiles.',
  sheets: [
    {
      key: 'list',
      name: 'Employers',
      tab: tabs.board,
      widths: [18, 32, 24, 20, 24, 22, 34, ...stampWidths, 26, 24],
      blocks: [
        opening(
          'Employer profiles',
          'Enter company IDs or the addresses of their profiles in the shaded cells.',
        ),
        {
          at: 'A5',
          rows: [
            [
              'Companies',
              overAll(statuses, complete(statuses), share(statuses)),
              null,
              'Followers in total',
              overAll(statuses, followers, `${share(statuses)}&" companies: "&FIXED(${followers},0)`),
            ],
          ],
        },
        {
          at: `A${first - 1}`,
          rows: [
            [
              'Company ID',
              ...stampedHeadings(['Company', 'Industry', 'Size', 'Followers', 'Location', 'Website']),
              statusHeading,
            ],
          ],
        },
        {
          at: `A${first}`,
          rows: rowsFrom(first, ids.length, (row, index) => [
            `'${ids[index] ?? ''}`,
            ...stampedSample(samples[index] ?? []),
            rowStatus(`$A${row}<>""`, [
              [isListed(row), 'Listed above'],
              [`ISERROR($B$${first - 1})`, `Not fetched: see B${first - 1}`],
              [`ISERROR($B${row})`, `No result: see B${row}`],
              [`NOT(ISNUMBER($H${row}))`, 'Not fetched'],
              [`NOT(ISNUMBER($E${row}))`, 'No number of followers'],
            ]),
            `=IF($J${row}="","",IFERROR($B${row}&IF(OR($J${row}="OK",$J${row}="Listed above"),""," (incomplete)"),$A${row}&" (incomplete)"))`,
          ]),
        },
      ],
      styles: [
        ...openingStyles('J'),
        { range: 'A5', style: 'label' },
        { range: 'D5', style: 'label' },
        { range: `A${first - 1}:J${first - 1}`, style: 'heading' },
        { range: `A${first - 1}`, style: 'headingLeft' },
        { range: `A${first}:J${last}`, style: 'body' },
        { range: `A${first}:A${last}`, style: 'input' },
        { range: `B${first}:I${last}`, style: 'sample' },
        { range: `K${first}:K${last}`, style: 'helper' },
        { range: 'E5', style: 'right' },
        { range: 'B5', style: 'left' },
      ],
      formats: [
        { range: `E${first}:E${last}`, format: '#,##0' },
        { range: 'E5', format: '#,##0' },
        { range: `H${first}:H${last}`, format: stampFormat },
      ],
      conditionals: [openingRule('J'), statusRule('J', first, last)],
      charts: [
        {
          kind: 'bar',
          title: 'Followers',
          says: 'Bar chart: followers of each company',
          from: `A${last + 3}`,
          to: `D${last + 20}`,
          series: [
            {
              name: 'Followers',
              values: `{list}!E${first}:E${last}`,
              categories: `{list}!K${first}:K${last}`,
            },
          ],
          valueTitle: 'Followers',
          valueFormat: '#,##0',
        },
      ],
      status: 'A3',
      liveStatus: liveStatus(statuses, 'companies', `$H$${first}:$H$${last}`),
      frozenRows: first - 1,
      printArea: `A1:J${last + 21}`,
      landscape: true,
    },
  ],
  names: [{ name: 'Employer_ids', refersTo: `{list}!A${first}:A${last}` }],
  live: [
    {
      sheet: 'list',
      at: `B${first - 1}`,
      formula: `=JOBSBOARD.COMPANY({list}!A${first}:A${last},,"columns=name,industry,size,follower_count,location,website; stamp=yes")`,
      samples: `B${first - 1}:I${last}`,
      operation: 'jobsboard',
      requests: ids.length,
    },
  ],
};
