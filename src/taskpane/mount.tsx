// Renders the pane once the runtime is ready.
import { createRoot } from 'react-dom/client';
import { createHeldCells } from '../excel/recalculation/heldCells';
import { excelHost } from '../excel/host';
import { recalculateCells } from '../excel/recalculation/markCells';
import type { Runtime } from '../excel/runtime';
import { theRuntime } from '../excel/theRuntime';
import { excelWorkbook } from '../excel/workbook/excelWorkbook';
import { createDrafts } from './shell/drafts';
import { restoreLostFocus } from './shell/lostFocus';
import { fetchGatewayInfo } from './shell/gatewayInfo';
import { Pane } from './pane';
import type { PaneParts } from './shell/paneContext';
import './styles/pane.css';

function showPane(parts: PaneParts): void {
  const place = document.getElementById('root') ?? document.body.appendChild(document.createElement('div'));
  place.replaceChildren();
  restoreLostFocus(place);
  createRoot(place).render(<Pane parts={parts} />);
}

/** The pane shows and controls what is sent, so it loads that code; if that fails, it shows what it can. */
async function preparedRuntime(): Promise<Runtime> {
  const runtime = await theRuntime();
  await runtime.engine.prepare().catch(() => undefined);
  return runtime;
}

export async function mountPane(): Promise<void> {
  const [runtime, gateway] = await Promise.all([preparedRuntime(), fetchGatewayInfo(fetch.bind(window))]);
  showPane({
    runtime,
    gateway,
    workbook: excelWorkbook,
    heldCells: createHeldCells(runtime, excelWorkbook, (cells) => {
      // Excel may be busy or closing; the next look at the sheet tries again.
      recalculateCells(cells, excelHost).catch(() => undefined);
    }),
    now: Date.now,
    namespace: excelHost.namespace,
    drafts: createDrafts(),
  });
}
