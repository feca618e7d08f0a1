// What a cell shows when something goes wrong, from the same code that fills the cells.
import { SpillwayError, type ErrorCode } from '../../../src/engine/request/errors';
import { cellFault, errorCodes } from '../../../src/excel/errors/cellError';
import type { OperationId } from '../../../src/operations';
import { guideOf } from '../../../src/operations/guides';
import type { Block } from './document';

const shown = { value: '`#VALUE!`', na: '`#N/A`' } as const;

/** Facts that make the message read as it would in a cell. */
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
      `\`#N/A\` if the source has no data: ${guideOf(id).unavailable}`,
      '`#VALUE!` if an argument or option is not valid. The message names it and suggests the closest valid value.',
      'All other errors are the same [for every function](#errors).',
    ],
  },
];

export const commonErrors = (): Block[] => [
  { heading: 'Errors', level: 2, anchor: 'errors' },
  {
    text: 'Select the error indicator next to the cell to read the message. `#VALUE!` means that the formula is wrong. `#N/A` means that the cell waits for data, or for you: a key, an approval, a higher budget, Refresh after Stop. Spillway remembers failures, so opening the workbook does not send the request again. Refresh does.',
  },
  {
    head: ['Cell', 'Message'],
    rows: errorCodes
      .filter((code) => code !== 'unavailable')
      .map((code) => {
        const { fault, message } = sentenceFor(code);
        return [shown[fault], message];
      }),
  },
];
