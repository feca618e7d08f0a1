// What a cell says when something is wrong, from the same table that fills the cells.
import { SpillwayError, type ErrorCode } from '../../engine/request/errors';
import { cellFault, errorCodes } from '../../excel/errors/cellError';
import type { OperationId } from '../../operations';
import { guideOf } from '../../operations/guides';
import type { Block } from './document';

const shown = { value: '`#VALUE!`', na: '`#N/A`' } as const;

/** Facts that make the sentence read as it would in a cell. */
const sample: Partial<Record<ErrorCode, ConstructorParameters<typeof SpillwayError>[1]>> = {
  held: { credits: 60 },
  rejected: { credits: 5 },
  over_budget: { credits: 5 },
  rate_limited: { retryAfter: 20_000 },
  invalid: {
    items: [
      {
        loc: ['body', 'price_min'],
        msg: 'Input should be greater than or equal to 0',
        type: 'greater_than_equal',
        input: -1,
      },
    ],
  },
};

const sentenceFor = (code: ErrorCode) =>
  cellFault(new SpillwayError(code, sample[code]), code === 'invalid' ? { operation: 'ruretail' } : {});

export const errorsOf = (id: OperationId): Block[] => [
  { heading: 'Errors', level: 3 },
  {
    list: [
      `\`#N/A\` where the source has nothing: ${guideOf(id).unavailable}`,
      '`#VALUE!` where an argument or option is wrong, with its name and the nearest valid choice.',
      'All others are those [of every function](#errors).',
    ],
  },
];

export const commonErrors = (): Block[] => [
  { heading: 'Errors', level: 2, anchor: 'errors' },
  {
    text: 'Point at the mark in the corner of the cell to read the message. `#VALUE!` means: correct the input or the key. `#N/A` means: nothing there, or try later. A failure is remembered, so that opening the workbook does not ask again; Refresh does.',
  },
  {
    head: ['cell', 'message'],
    rows: errorCodes
      .filter((code) => code !== 'unavailable')
      .map((code) => {
        const { fault, message } = sentenceFor(code);
        return [shown[fault], message];
      }),
  },
];
