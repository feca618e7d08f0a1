// Employer profiles: companies of a job board side by side.
import { opening, openingStyles } from './sheetParts';
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

export const employerProfiles: Template = {
  id: 'employer-profiles',
  title: 'Employer profiles',
  sentence: 'Companies of a Middle East job board side by side, with industry, size and followers.',
  needs: 'Company IDs or addresses of their profiles.',
  source: 'JOBSBOARD.COMPANY',
  sheets: [
    {
      key: 'list',
      name: 'Employers',
      tab: tabs.board,
      widths: [16, 32, 24, 20, 12, 22, 34],
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
              `=COUNTA(A${first}:A${last})`,
              null,
              'Followers in total',
              `=SUM(E${first}:E${last})`,
            ],
          ],
        },
        {
          at: `A${first - 1}`,
          rows: [['Company ID', 'Company', 'Industry', 'Size', 'Followers', 'Location', 'Website']],
        },
        { at: `A${first}`, rows: ids.map((id, index) => [`'${id}`, ...(samples[index] ?? [])]) },
      ],
      styles: [
        ...openingStyles('G'),
        { range: 'A5', style: 'label' },
        { range: 'D5', style: 'label' },
        { range: `A${first - 1}:G${first - 1}`, style: 'heading' },
        { range: `A${first - 1}`, style: 'headingLeft' },
        { range: `A${first}:G${last}`, style: 'body' },
        { range: `A${first}:A${last}`, style: 'input' },
        { range: `B${first}:G${last}`, style: 'sample' },
      ],
      formats: [
        { range: `E${first}:E${last}`, format: '#,##0' },
        { range: 'E5', format: '#,##0' },
      ],
      conditionals: [
        {
          range: `E${first}:E${last}`,
          rule: { kind: 'heat', low: '#ffffff', middle: '#c5e9ee', high: '#4aa9b4' },
        },
      ],
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
              categories: `{list}!B${first}:B${last}`,
            },
          ],
          valueTitle: 'Followers',
          valueFormat: '#,##0',
        },
      ],
      status: 'A3',
      frozenRows: first - 1,
      printArea: `A1:G${last + 21}`,
      landscape: true,
    },
  ],
  names: [{ name: 'Employer_ids', refersTo: `{list}!A${first}:A${last}` }],
  live: [
    {
      sheet: 'list',
      at: `B${first - 1}`,
      formula: `=JOBSBOARD.COMPANY({list}!A${first}:A${last},,"columns=name,industry,size,follower_count,location,website")`,
      samples: `B${first - 1}:G${last}`,
      operation: 'jobsboard',
      requests: ids.length,
    },
  ],
};
