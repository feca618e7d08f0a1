import { sideBySide } from '../../scripts/test/checks.mjs';
import { withoutPasses } from '../../scripts/test/jest.mjs';
import { tally, tallyLine } from '../../scripts/test/tally.mjs';

const report = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numRuntimeErrorTestSuites: 0 };

test('the last line counts over all runs', () => {
  const sum = tally([
    { ...report, numPassedTests: 800 },
    { ...report, numPassedTests: 40 },
  ]);
  expect(tallyLine(sum)).toBe('840 passed, 0 failed');
});

test('a test file that could not be loaded counts as a failure, a skipped test is named', () => {
  const sum = tally([{ ...report, numPassedTests: 3, numPendingTests: 2, numRuntimeErrorTestSuites: 1 }]);
  expect(tallyLine(sum)).toBe('3 passed, 1 failed, 2 skipped');
});

test('files that passed are left out of what a failure shows', () => {
  const output =
    'PASS unit test/a.test.ts\nFAIL unit test/b.test.ts\n  ● it breaks\nPASS unit test/c.test.ts\n';
  expect(withoutPasses(output)).toBe('FAIL unit test/b.test.ts\n  ● it breaks\n');
});

describe('checks side by side', () => {
  test('are never more at once than asked for', async () => {
    let now = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
    };
    await sideBySide([work, work, work, work, work], 2);
    expect({ now, most }).toEqual({ now: 0, most: 2 });
  });

  test('start no further one after a failure, and give the first failure', async () => {
    const started: string[] = [];
    const fails = (name: string) => () => {
      started.push(name);
      return Promise.reject(new Error(name));
    };
    await expect(sideBySide([fails('one'), fails('two'), fails('three')], 2)).rejects.toThrow('one');
    expect(started).toEqual(['one', 'two']);
  });
});
