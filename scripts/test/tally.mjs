// Jest's own counts, summed over its runs. A test file that cannot be loaded counts as a failure.

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests?: number,
 *   numRuntimeErrorTestSuites: number }} JestReport
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/**
 * @param {JestReport[]} reports
 * @returns {Tally}
 */
export function tally(reports) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const report of reports) {
    sum.passed += report.numPassedTests;
    sum.failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
    sum.skipped += report.numPendingTests + (report.numTodoTests ?? 0);
  }
  return sum;
}

/** @param {Tally} tally */
export function tallyLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
