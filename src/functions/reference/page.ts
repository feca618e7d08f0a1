// The reference as a page, for people who press "Help on this function" in Excel. No script, no inline style.
import type { Block, Document } from './document';

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Marks inside code stay as they are. */
const inline = (text: string) =>
  text
    .split('`')
    .map((part, index) =>
      index % 2 === 1
        ? `<code>${escape(part)}</code>`
        : escape(part)
            .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
            .replaceAll(/\[(.+?)\]\((#.+?)\)/g, '<a href="$2">$1</a>'),
    )
    .join('');

const cells = (tag: 'th' | 'td', row: readonly string[]) =>
  `<tr>${row.map((cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${inline(cell)}</${tag}>`).join('')}</tr>`;

function write(block: Block): string {
  if ('heading' in block) {
    const anchor = block.anchor === undefined ? '' : ` id="${block.anchor}"`;
    return `<h${block.level}${anchor}>${inline(block.heading)}</h${block.level}>`;
  }
  if ('text' in block) return `<p>${inline(block.text)}</p>`;
  if ('code' in block) return `<pre tabindex="0"><code>${escape(block.code)}</code></pre>`;
  if ('list' in block)
    return `<ul>\n${block.list.map((item) => `<li>${inline(item)}</li>`).join('\n')}\n</ul>`;
  return `<div class="table" tabindex="0"><table>\n<thead>${cells('th', block.head)}</thead>\n<tbody>\n${block.rows.map((row) => cells('td', row)).join('\n')}\n</tbody>\n</table></div>`;
}

export const page = (title: string, document: Document): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<link rel="icon" href="assets/icon-32.png">
<link rel="stylesheet" href="help.css">
</head>
<body>
<main>
${document.map(write).join('\n')}
</main>
</body>
</html>
`;
