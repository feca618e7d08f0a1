// The playground page: a simulated Excel around the production build of the add-in. Over the sandbox the
// add-in has a key from the start; `?first-run` shows the screen that asks for one. `?recipe=…` and `#book=…` open other
// workbooks than the tour (links/openedLink.ts). `?blank` starts without the tour,
// `?without=Set@1.4` and `?with=Set@1.20` change a requirement set, `?decimal=,` the decimal sign, `?language=ru-RU` the
// display language; all are for tests.
import './playground.css';
import './cards.css';
import { askService, beginning, language, readManifest } from './beginning';
import { skippedNotice, openedLink } from './links/openedLink';
import { linkTo, LinkFault, typedWorkbook } from './links/sharedWorkbook';
import { requirementMatrix } from './host/requirementMatrix';
import { Playground, type ExcelOfAddress } from './playground';
import { element } from './shell/element';
import { Notice } from './shell/notice';
import { Theme } from './shell/theme';
import { exposeForTests } from './testAccess';
import { WorkbookStore } from './workbookStore';

async function start(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const theme = new Theme();
  const begun = await beginning;
  const { manifest, asked } = begun;
  const { service } = asked;
  if (service === 'real') sayReal();
  const opened = await openedLink(location, service);
  const notice = new Notice();
  const playground = new Playground({
    ...begun,
    ...excelOf(query),
    language,
    store: new WorkbookStore(opened.file),
    theme,
    newData: opened.make,
  });
  await playground.start();
  if (opened.kind === 'recipe' || opened.kind === 'shared') sayLinked();
  if (opened.notice !== undefined) notice.say(opened.notice);
  element('share').addEventListener('click', () => void share(playground, notice));
  // Another workbook, though the browser stays on the page.
  window.addEventListener('hashchange', () => location.reload());
  exposeForTests(playground, async (search) => {
    const wanted = new URLSearchParams(search);
    const now = await Promise.all([readManifest(), askService()]);
    const isSame =
      !theme.chosen &&
      ofPage(wanted) === ofPage(query) &&
      JSON.stringify(now) === JSON.stringify([manifest, asked]);
    return isSame ? excelOf(wanted) : undefined;
  });
  const loading = element('loading');
  loading.textContent = 'Fetching the first tables…';
  loading.classList.add('beside');
  await playground.firstResults();
  loading.remove();
}

const excelOf = (query: URLSearchParams): ExcelOfAddress => ({
  matrix: requirementMatrix(query.getAll('without'), query.getAll('with')),
  decimal: query.get('decimal') ?? '.',
});

/** What the address says about all of the page, not only about the Excel in it. */
const ofPage = (query: URLSearchParams): string =>
  JSON.stringify([...query].filter(([name]) => !['without', 'with', 'decimal'].includes(name)).sort());

function sayReal(): void {
  element('heading').textContent = 'Playground: simulated Excel, real service. Requests cost credits.';
  element('reset').textContent = 'Clear the workbook';
  element('reset').title = 'Discard this workbook and start with an empty one';
}

function sayLinked(): void {
  element('reset').textContent = 'Start again';
  element('reset').title = 'Discard your changes and open this link as it was';
}

async function share(playground: Playground, notice: Notice): Promise<void> {
  try {
    const typed = typedWorkbook(playground.workbook.grid);
    const link = await linkTo(location.href.replace(/[?#].*/, ''), typed);
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    const says = isCopied ? 'The link is copied.' : 'Copy this link.';
    const holds = 'It holds the formulas and what you typed; results, settings and keys are not in it.';
    notice.say([says, holds, skippedNotice(typed).notice ?? ''].join(' ').trim(), link);
  } catch (error) {
    if (!(error instanceof LinkFault)) throw error;
    notice.say(error.message);
  }
}

start().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  const loading = element('loading');
  loading.classList.add('failed');
  loading.textContent = `The playground could not start: ${reason}`;
});
