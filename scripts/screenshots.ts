// Screenshots for the documentation: the production build in the playground, light and dark. `npm run screenshots -- templates`
// takes those of one part only: views, cards, history or templates.
import { mkdirSync } from 'node:fs';
import { writeCertificate } from '../test/browser/support/certificate';
import { startBrowser } from '../test/browser/support/chromium';
import { at } from '../test/browser/support/root';
import { Stack } from '../test/browser/support/stack';
import { pictureCards } from './pictures/cards';
import { pictureHistory } from './pictures/history';
import { pictureTemplates } from './pictures/templates';
import { pictureViews } from './pictures/views';

const folder = at('docs/images');

mkdirSync(folder, { recursive: true });
await writeCertificate();
const browser = await startBrowser();
try {
  for (const theme of ['light', 'dark'] as const) {
    const stack = await Stack.start();
    try {
      const studio = { browser, stack, theme, folder };
      const wanted = (part: string) => process.argv.length < 3 || process.argv.includes(part);
      if (wanted('views')) await pictureViews(studio);
      if (wanted('cards')) await pictureCards(studio);
      if (wanted('history')) await pictureHistory(studio);
      if (wanted('templates')) await pictureTemplates(studio);
    } finally {
      await stack.stop();
    }
  }
} finally {
  await browser.close();
}
