// Renders the PNG icons of the ribbon and of the unified manifest from their SVG sources with Chromium. After changing an SVG: npx tsx scripts/icons.ts
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const ribbon = { icon: [16, 32, 64, 80], refresh: [16, 32, 80], stop: [16, 32, 80] };
const icons = [
  ...Object.entries(ribbon).flatMap(([name, sizes]) =>
    sizes.map((size) => ({ name, size, file: `assets/${name}-${size}.png` })),
  ),
  { name: 'icon', size: 192, file: 'unified/color.png' },
  { name: 'outline', size: 32, file: 'unified/outline.png' },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const { name, size, file } of icons) {
  const svg = await readFile(`assets/${name}.svg`, 'utf8');
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  await writeFile(file, await page.screenshot({ omitBackground: true }));
}
await browser.close();
