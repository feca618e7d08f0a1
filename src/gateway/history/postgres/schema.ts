// The schema of the history. A step that was released is never changed; what comes later is a new step. The view for readers is
// made again after the steps, so it is written once.
import { readFileSync } from 'node:fs';

const text = (file: URL): string => readFileSync(file, 'utf8');

/** In order; the version is the number of steps that were taken. */
export const steps: readonly string[] = [
  text(new URL('./1-tables.sql', import.meta.url)),
  text(new URL('./2-deletions.sql', import.meta.url)),
];

export const view = text(new URL('./view.sql', import.meta.url));
export const reader = text(new URL('./reader.sql', import.meta.url));
