// The reference as Markdown: for people who read the repository, and for the help pages that are made from it.
import type { Block, Document } from './document';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

function write(block: Block): string {
  if ('heading' in block) {
    const anchor = block.anchor === undefined ? '' : `<a id="${block.anchor}"></a>\n\n`;
    return `${anchor}${'#'.repeat(block.level)} ${block.heading}`;
  }
  if ('text' in block) return block.text;
  if ('code' in block) return `\`\`\`\n${block.code}\n\`\`\``;
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n');
  return [row(block.head), row(block.head.map(() => '---')), ...block.rows.map(row)].join('\n');
}

export const markdown = (document: Document): string => `${document.map(write).join('\n\n')}\n`;
