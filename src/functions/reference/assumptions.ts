// What the service's description leaves open and where its codes come from, as the pane shows it too.
import { assumptions, codeSources, wireNameAssumptions } from '../../operations/assumptions';
import type { Block } from './document';

export const assumptionsOf = (): Block[] => [
  { heading: 'Where codes come from', level: 2, anchor: 'codes' },
  { head: ['code', 'where to find it'], rows: codeSources.map(({ code, from }) => [code, from]) },
  { heading: 'What Spillway assumes', level: 2, anchor: 'assumptions' },
  {
    text: 'The description of the service leaves these points open. This is what Spillway does, and how you change it.',
  },
  {
    head: ['not described', 'assumed', 'to change it'],
    rows: [...Object.values(assumptions), ...Object.values(wireNameAssumptions)].map(
      ({ open, assumed, change }) => [open, assumed, change],
    ),
  },
];
