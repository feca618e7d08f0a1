import { Failure, failureText, Stopped } from '../../scripts/setup/failure.mjs';
import { duration, Progress } from '../../scripts/setup/progress.mjs';

function screen(isTTY = false) {
  let text = '';
  let time = 0;
  const progress = new Progress({ isTTY, columns: 80, write: (part) => (text += part) }, () => time);
  return { progress, text: () => text, pass: (milliseconds: number) => (time += milliseconds) };
}

test('a step is one line with its time', async () => {
  const { progress, text, pass } = screen();
  await progress.step('Installing packages', () => pass(34_000));
  expect(text()).toBe('Installing packages… done (34 s)\n');
});

test('a step that fails says so and passes the failure on', async () => {
  const { progress, text } = screen();
  await expect(progress.step('Building', () => Promise.reject(new Failure('No.')))).rejects.toThrow('No.');
  expect(text()).toBe('Building… failed (0.0 s)\n');
});

test('steps side by side each end on a line of their own', async () => {
  const { progress, text } = screen();
  let endFirst = () => {};
  const first = progress.step('One', () => new Promise<void>((resolve) => (endFirst = resolve)));
  await progress.step('Two', () => undefined);
  endFirst();
  await first;
  expect(text()).toBe('One…\nTwo… done (0.0 s)\nOne… done (0.0 s)\n');
});

test('a step that was ended because another failed is not called failed', async () => {
  const { progress, text } = screen();
  await expect(progress.step('Lint', () => Promise.reject(new Stopped('x')))).rejects.toThrow();
  expect(text()).toBe('Lint… stopped (0.0 s)\n');
});

test('on a terminal the finished line replaces the moving one', async () => {
  const { progress, text } = screen(true);
  await progress.step('Building', () => undefined);
  expect(text()).toBe('\r\u001b[KBuilding… \r\u001b[KBuilding… done (0.0 s)\n');
});

test.each([
  [340, '0.3 s'],
  [1_400, '1 s'],
  [59_400, '59 s'],
  [100_000, '1 min 40 s'],
])('%d ms reads %s', (milliseconds, words) => {
  expect(duration(milliseconds)).toBe(words);
});

test('a failure is its sentence after the last lines of what the program printed, and no stack', () => {
  const printed = Array.from({ length: 100 }, (_, i) => `line ${i + 1}`).join('\n');
  const text = failureText(new Failure('It failed.', `${printed}\n\n`));
  expect(text.startsWith('line 61\n')).toBe(true);
  expect(text.endsWith('line 100\n\nIt failed.')).toBe(true);
  expect(failureText(new Failure('It failed.'))).toBe('It failed.');
});

test('the summary names the finished steps, longest first', async () => {
  const { progress, pass } = screen();
  await progress.step('Building', () => pass(84_000));
  await progress.step('Testing', () => pass(298_000));
  expect(progress.summary()).toBe('Testing: 4 min 58 s, Building: 1 min 24 s');
});
