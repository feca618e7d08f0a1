// Renders the ribbon's PNG icons from their SVG sources with Chromium. After changing an SVG: npx tsx scripts/icons.ts
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const sizes = { icon: [16, 32, 64, 80], refresh: [16, 32, 80], stop: [16, 32, 80] };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const [name, widths] of Object.entries(sizes)) {
  const svg = await readFile(`assets/${name}.svg`, 'utf8');
  for (const width of widths) {
    await page.setViewportSize({ width, height: width });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    await writeFile(`assets/${name}-${width}.png`, await page.screenshot({ omitBackground: true }));
  }
}
await browser.close();
