// The playground page: a simulated Excel around the production build of the add-in. Over the sandbox the
// add-in has a key from the start; `?first-run` shows the screen that asks for one. `?blank` starts without the tour,
// `?without=Set@1.4` and `?with=Set@1.20` change a requirement set, `?decimal=,` the decimal sign; all are for tests.
import './playground.css';
import './cards.css';
import { fetchFunctions } from './addIn/functionMetadata';
import { fetchManifest } from './addIn/manifest';
import { fetchService } from './addIn/service';
import { requirementMatrix } from './host/requirementMatrix';
import { Playground } from './playground';
import { Calendar } from './shell/calendar';
import { element } from './shell/element';
import { Theme } from './shell/theme';
import { exposeForTests } from './testAccess';
import { WorkbookStore } from './workbookStore';

async function start(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const theme = new Theme();
  const [manifest, { service, aheadDays }] = await Promise.all([
    fetchManifest(new URL('/manifest.xml', location.origin).href),
    fetchService(location.origin),
  ]);
  if (service === 'real') sayReal();
  const functions = await fetchFunctions(manifest.functionsAddress);
  const playground = new Playground({
    manifest,
    functions,
    matrix: requirementMatrix(query.getAll('without'), query.getAll('with')),
    decimal: query.get('decimal') ?? '.',
    store: new WorkbookStore(service),
    theme,
    calendar: service === 'sandbox' ? new Calendar(aheadDays) : undefined,
    blank: query.has('blank') || service === 'real',
    withKey: service === 'sandbox' && !query.has('first-run'),
  });
  await playground.start();
  element('loading').remove();
  exposeForTests(playground);
}

function sayReal(): void {
  element('heading').textContent = 'Playground: simulated Excel, real service. Requests cost credits.';
  element('reset').textContent = 'Clear the workbook';
  element('reset').title = 'Discard this workbook and start with an empty one';
}

start().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  const loading = element('loading');
  loading.classList.add('failed');
  loading.textContent = `The playground could not start: ${reason}`;
});
