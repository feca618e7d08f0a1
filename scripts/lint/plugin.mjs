// The rules of this repository for Oxlint, in the form that ESLint's rules have.
import { downwardImports } from './downwardImports.mjs';
import { givenClock } from './givenClock.mjs';
import { privateKeyword } from './privateKeyword.mjs';

/**
 * @typedef {{ cwd: string, filename: string, report(found: { node: unknown, messageId: string, data?: Record<string, string> }): void }} Context
 * @typedef {{ meta: { type: 'problem', schema: [], messages: Record<string, string> },
 *   create(context: Context): Record<string, (node: any) => void> }} Rule
 */

export default {
  meta: { name: 'spillway' },
  rules: {
    'downward-imports': downwardImports,
    'given-clock': givenClock,
    'private-keyword': privateKeyword,
  },
};
