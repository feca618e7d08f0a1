// What Office is told about the add-in, once for both forms of the manifest. Texts are English here; src/languages has the others.
import { readFileSync } from 'node:fs';
import { localAddress } from '../../src/gateway/files/manifestText.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const at = (path: string) => `${localAddress}/${path}`;

/** A button on the Home tab; it opens the pane, or runs a function that the page has registered under this name. */
interface Button {
  readonly id: string;
  readonly label: string;
  readonly tip: string;
  /** The icon's files are named `<icon>-<size>.png`. */
  readonly icon: string;
  readonly functionName?: string;
}

const buttons: readonly Button[] = [
  {
    id: 'Open',
    label: 'Spillway',
    tip: 'Build formulas, save your key, see what was spent, and approve requests that are held.',
    icon: 'icon',
  },
  {
    id: 'Refresh',
    label: 'Refresh',
    tip: 'Fetches new data for the selected cells. If it costs more than your ask-me limit, the pane shows the price first, and nothing is spent until you agree.',
    icon: 'refresh',
    functionName: 'refreshCells',
  },
  {
    id: 'Stop',
    label: 'Stop',
    tip: 'Cancels all waiting requests at no cost. Requests that were already sent are paid for, so their responses are kept.',
    icon: 'stop',
    functionName: 'stopRequests',
  },
];

export const addin = {
  /** The ID of this address; an installation has its own, see manifestText.mjs. */
  id: '58d49327-6939-5f4c-821a-9da0c3ccbd41',
  version,
  /** Its name in every language, and on the ribbon. */
  name: 'Spillway',
  short: 'Live web data in Excel, without spending a credit that nobody asked for.',
  description:
    'Live web data in Excel: shop prices, property valuations, businesses, companies and hotels. Requires a paid account with the data service. A workbook never spends a credit that nobody asked for.',
  locale: 'en-US',
  requirements: { SharedRuntime: '1.1', CustomFunctionsRuntime: '1.3' },
  iconSizes: [16, 32, 80],
  iconUrl: (icon: string, size: number) => at(`assets/${icon}-${size}.png`),
  page: at('taskpane.html'),
  script: at('functions.js'),
  metadata: (tag?: string) => at(tag === undefined ? 'functions.json' : `functions.${tag}.json`),
  help: (folder = 'help/') => at(folder),
  support: (folder = 'help/') => at(`${folder}support.html`),
  welcome: {
    title: 'Spillway is ready',
    text: 'Select Spillway on the Home tab and save your key. Then type a formula such as =HKPROPERTY.VALUE( or build one in the pane.',
  },
  buttons,
} as const;

/** Every text of the manifests that has a translation. */
export const manifestTexts: readonly string[] = [
  addin.short,
  addin.description,
  addin.welcome.title,
  addin.welcome.text,
  ...buttons.flatMap(({ label, tip }) => [label, tip]),
].filter((text) => text !== addin.name);
