// What the service document leaves open and where to find codes. The pane shows the same.
import { assumptions, codeSources, wireNameAssumptions } from '../../../src/operations/assumptions';
import type { Block } from './document';

export const assumptionsOf = (): Block[] => [
  { heading: 'Where to find codes', level: 2, anchor: 'codes' },
  { head: ['Code', 'Where to find it'], rows: codeSources.map(({ code, from }) => [code, from]) },
  { heading: 'What Spillway assumes', level: 2, anchor: 'assumptions' },
  {
    text: 'The documentation of the service leaves these points open. The table shows what Spillway assumes and how you can change it.',
  },
  {
    head: ['Not documented', 'Assumption', 'How to change it'],
    rows: [...Object.values(assumptions), ...Object.values(wireNameAssumptions)].map(
      ({ open, assumed, change }) => [open, assumed, change],
    ),
  },
];
