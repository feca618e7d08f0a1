// One file for each change: those of this repository have the form that the release gathers, and the release gathers all.
import path from 'node:path';
import { changesIn, gathered, readChange } from '../../scripts/release/changes.mjs';

it('has changes in the form that the release can gather', () => {
  const changes = changesIn(path.resolve(__dirname, '../../changes'));
  const text = gathered(changes).replace(/\s+/g, ' ');
  for (const change of changes) expect(text).toContain(`**${change.area}:** ${change.text}`);
});

it.each([
  ['Pane, Fixed\n\nA sentence.', 'the first line must be'],
  ['Gateway, Improved\n\nA sentence.', 'the first line must be'],
  ['Gateway, Fixed, Important\n\nA sentence.', 'the first line must be'],
  ['Gateway, Fixed\n', 'write whole sentences'],
  ['Gateway, Fixed\n\n- a bullet', 'write whole sentences'],
])('refuses %j with the name of the file', (content, sentence) => {
  expect(() => readChange('a.md', content)).toThrow(sentence);
  expect(() => readChange('a.md', content)).toThrow('changes/a.md');
});

it('puts breaking changes first, the add-in before the gateway, and keeps what is already there', () => {
  const before = gathered([
    readChange('a.md', 'Gateway, Fixed\n\nAlpha.'),
    readChange('b.md', `Add-in, Added\n\n${'Many words. '.repeat(20)}`),
  ]);
  const after = gathered(
    [
      readChange('c.md', 'Gateway, Changed, Breaking\r\n\r\nGamma: do\r\nthis.'),
      readChange('d.md', 'Add-in, Fixed\n\nDelta.'),
    ],
    `An introduction.\n\n${before}`,
  );
  const [lines, long] = [after.split('\n'), 'Many words. '.repeat(20).trim()];
  expect(lines.every((line) => line.length <= 120)).toBe(true);
  expect(after.replace(/\n {2}/g, ' ')).toBe(
    `An introduction.

### Breaking

- **Gateway:** Gamma: do this.

### Added

- **Add-in:** ${long}

### Fixed

- **Add-in:** Delta.
- **Gateway:** Alpha.`,
  );
});
