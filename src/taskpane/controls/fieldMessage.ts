// A field says one thing at a time: what is wrong, or else what it is for.
import { t } from '../../languages/t';

export const fieldMessage = (help: string | undefined, wrong: string | undefined) =>
  wrong ? ({ validationMessage: wrong, validationState: 'error' } as const) : help ? { hint: help } : {};

interface Limits {
  readonly min: number;
  readonly max: number;
  /** An empty field is otherwise no number, and fine. */
  readonly required: boolean;
}

/** A whole number within limits, as typed into a setting. */
export function readNumber(
  text: string,
  { min, max, required }: Limits,
): { readonly value: number | undefined } | { readonly wrong: string } {
  if (text.trim() === '' && !required) return { value: undefined };
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return { value };
  return { wrong: t('shell.enterAWholeNumber', { min, max }) };
}
