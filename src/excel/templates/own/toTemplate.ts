// An own template as the builder takes it. Its sheet is `{sheet}`; what says that it holds samples stands beside the table.
import { labelled } from '../../../languages/labels';
import { isDataFormula } from '../../workbook/spillwayFormula';
import { columnLetters, localAddress, readArea } from '../../workbook/area';
import { operationIds } from '../../../operations';
import type { Template, TemplateCell } from '../../../templates/template';
import { sampleStatus } from '../../../templates/styles';
import type { OwnCell, OwnTemplate } from './ownTemplate';

/** An apostrophe makes it a text, whatever it looks like; it is not part of the text. */
const written = (cell: OwnCell): TemplateCell => {
  if (typeof cell === 'string') return cell === '' ? null : `'${cell}`;
  return typeof cell === 'object' && cell !== null ? cell.f : cell;
};

export function toTemplate(id: string, own: OwnTemplate): Template {
  const width = Math.max(1, ...own.rows.map((row) => row.length));
  const status = `${columnLetters(width + 1)}1`;
  const live = own.live.filter(({ formula }) => isDataFormula(formula));
  return {
    id,
    title: own.title,
    sentence: '',
    needs: '',
    sheets: [
      {
        key: 'sheet',
        name: own.sheet,
        tab: '#e6b800',
        widths: own.widths,
        blocks: [
          ...(own.rows.length > 0 ? [{ at: 'A1', rows: own.rows.map((row) => row.map(written)) }] : []),
          { at: status, rows: [[labelled(sampleStatus)]] },
        ],
        styles: [
          { range: status, style: 'status' },
          ...live.flatMap(({ samples }) => {
            const area = readArea(samples);
            // The headings of a result stay as they are.
            return area && area.rows > 1
              ? [
                  {
                    range: localAddress({ ...area, row: area.row + 1, rows: area.rows - 1 }),
                    style: 'sample' as const,
                  },
                ]
              : [];
          }),
        ],
        looks: own.looks,
        formats: own.formats,
        status,
        liveStatus: labelled('Live data. Each formula shows its own age with stamp=yes.'),
        frozenRows: 0,
        gridlines: true,
        // Without the sentence beside it, which is longer than many a table is wide.
        printArea: `A:${columnLetters(width - 1)}`,
        ...(own.landscape && { landscape: true }),
      },
    ],
    names: [],
    // The price of an own template is worked out from its cells; these say nothing about it.
    live: own.live.map(({ at, formula, samples }) => ({
      sheet: 'sheet',
      at,
      formula,
      samples,
      operation: operationIds[0]!,
      requests: 0,
    })),
  };
}
