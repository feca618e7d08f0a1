// Cells that carry more than a value: cards (properties beside a number or a text, or an entity) and pictures. Freezing keeps
// them as they are, or flattens each to what a plain cell can hold.
import type { CellValue } from '../workbook/workbook';

/** A cell as `valuesAsJson` tells it. */
export interface CardValue {
  readonly type: string;
  readonly basicValue?: unknown;
  readonly text?: unknown;
  readonly address?: unknown;
  readonly properties?: unknown;
}

export type CardChoice = 'keep' | 'flatten';

const withoutValue = new Set(['Entity', 'LinkedEntity', 'WebImage', 'LocalImage']);

export function cardOf(told: unknown): CardValue | undefined {
  if (typeof told !== 'object' || told === null) return undefined;
  const value = told as CardValue;
  const hasProperties = typeof value.properties === 'object' && value.properties !== null;
  return withoutValue.has(value.type) || hasProperties ? value : undefined;
}

/** The text of an entity, the address of a picture; the value itself where there is one. */
export function flattened(card: CardValue, value: CellValue): { value: CellValue; error: boolean } {
  if (!withoutValue.has(card.type)) return { value, error: false };
  const told = card.type === 'WebImage' ? card.address : card.text;
  return { value: typeof told === 'string' ? told : '', error: false };
}
