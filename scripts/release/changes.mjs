// What changed since the last release: one file for each change in `changes`, so that no two branches edit the same lines.
// The release gathers them into the changelog, for readers: breaking changes first, the add-in before the gateway.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../setup/failure.mjs';

const areas = ['Add-in', 'Gateway'];
const kinds = ['Added', 'Changed', 'Fixed', 'Security'];
/** The headings of a version, in the order of the changelog. */
const headings = ['Breaking', 'Security', 'Added', 'Changed', 'Fixed'];
const width = 120;

/** @typedef {{ name: string, area: string, heading: string, text: string }} Change */

/**
 * @param {string} name of the file
 * @param {string} content
 * @returns {Change}
 */
export function readChange(name, content) {
  const [first = '', ...rest] = content.replaceAll('\r\n', '\n').trim().split('\n');
  const [area = '', kind = '', breaking, ...more] = first.split(',').map((word) => word.trim());
  const isForm = areas.includes(area) && kinds.includes(kind) && more.length === 0;
  if (!isForm || (breaking !== undefined && breaking !== 'Breaking'))
    throw new Failure(
      `changes/${name}: the first line must be "Add-in" or "Gateway", a comma, and one of ${kinds.join(', ')} ` +
        `(got "${first}"). "Breaking" may follow. See changes/README.md.`,
    );
  const text = rest.join(' ').replace(/\s+/g, ' ').trim();
  if (!/[.!)]$/.test(text) || text.startsWith('- '))
    throw new Failure(`changes/${name}: write whole sentences after the first line. See changes/README.md.`);
  return { name, area, heading: breaking ?? kind, text };
}

/**
 * @param {string} folder
 * @returns {Change[]}
 */
export function changesIn(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name !== 'README.md' && !name.startsWith('.'));
  return names.sort().map((name) => {
    if (!/^[a-z0-9-]+\.md$/.test(name))
      throw new Failure(
        `changes/${name}: name it in small letters, digits and hyphens, with the ending .md.`,
      );
    return readChange(name, readFileSync(path.join(folder, name), 'utf8'));
  });
}

/** @param {string} text */
function bullet(text) {
  const lines = [''];
  for (const word of `- ${text}`.split(' ')) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (longer.length > width && lines.at(-1)) lines.push(`  ${word}`);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

/**
 * The bullets under each heading of a section that was written before.
 * @param {string} section
 * @returns {{ heading: string, area: string, text: string }[]}
 */
function written(section) {
  return section.split(/^### /m).flatMap((part, index) => {
    if (index === 0) return [];
    const heading = part.slice(0, part.indexOf('\n')).trim();
    return part
      .split(/^- /m)
      .slice(1)
      .map((item) => {
        const [, area = '', text = ''] =
          /^\*\*(.+?):\*\* ([^]*)$/.exec(item.replace(/\s+/g, ' ').trim()) ?? [];
        if (!headings.includes(heading) || !areas.includes(area))
          throw new Failure(
            `CHANGELOG.md: "${heading}: ${item.trim()}" is not in the form of a gathered change.`,
          );
        return { heading, area, text };
      });
  });
}

/**
 * The section of a version, with what is already in it.
 * @param {readonly Change[]} changes
 * @param {string} [section]
 * @returns {string}
 */
export function gathered(changes, section = '') {
  const all = [...written(section), ...changes];
  const intro = section.split(/^### /m)[0]?.trim() ?? '';
  const parts = headings.flatMap((heading) => {
    const under = all.filter((change) => change.heading === heading);
    const ordered = areas.flatMap((area) => under.filter((change) => change.area === area));
    const bullets = ordered.map(({ area, text }) => bullet(`**${area}:** ${text}`));
    return bullets.length > 0 ? [`### ${heading}\n\n${bullets.join('\n')}`] : [];
  });
  return [intro, ...parts].filter(Boolean).join('\n\n');
}
