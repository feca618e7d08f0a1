// Renders the pane once the runtime is ready.
import { createRoot } from 'react-dom/client';
import { followedCharts } from '../excel/charts/followedCharts';
import { excelHost } from '../excel/host';
import { load } from '../excel/lazyCode';
import { createHeldCells } from '../excel/recalculation/heldCells';
import { recalculateCells } from '../excel/recalculation/markCells';
import type { Runtime } from '../excel/runtime';
import { theRuntime } from '../excel/theRuntime';
import { excelWorkbook } from '../excel/workbook/excelWorkbook';
import { Pane } from './pane';
import { fetchGatewayInfo, type GatewayInfo } from './shell/gatewayInfo';
import { restoreLostFocus } from './shell/lostFocus';
import { createDrafts, type PaneParts } from './shell/paneContext';
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

/** Charts of results stay on them, in this workbook too. The code for it comes only where there are such charts. */
async function followCharts(): Promise<void> {
  if ((await followedCharts()).entries().length === 0) return;
  const charts = await load(() => import(/* webpackChunkName: "charts" */ '../excel/charts/charts'));
  await charts.followCharts();
}

export async function mountPane(): Promise<void> {
  const [runtime, gateway] = await Promise.all([preparedRuntime(), fetchGatewayInfo(fetch.bind(window))]);
  await adoptSandboxKey(runtime, gateway, location.search);
  showPane({
    runtime,
    gateway,
    workbook: {
      ...excelWorkbook,
      insert: (cell, formula, look) =>
        runtime.holdNew({ areas: [cell], formulas: [cell], kind: 'asked' }, () =>
          excelWorkbook.insert(cell, formula, look),
        ),
    },
    heldCells: createHeldCells(runtime, excelWorkbook, (cells) => {
      // Excel may be busy or closing; the next look at the sheet tries again.
      recalculateCells(cells, excelHost).catch(() => undefined);
    }),
    now: Date.now,
    namespace: excelHost.namespace,
    drafts: createDrafts(),
  });
  // Excel is busy: the charts are looked after when one is added.
  followCharts().catch(() => undefined);
}

type Keyed = Pick<Runtime, 'key'> & { readonly engine: Pick<Runtime['engine'], 'keyChanged'> };

async function adoptSandboxKey(runtime: Keyed, gateway: GatewayInfo, search: string): Promise<void> {
  const [key] = gateway.sandboxKeys;
  const wanted = new URLSearchParams(search).has('sandbox') && gateway.mode !== 'team';
  if (!wanted || key === undefined) return;
  if (runtime.key.masked() !== undefined || runtime.key.problem() !== undefined) return;
  // Where nothing can be stored, the first-run screen says so.
  await runtime.key.save(key).then(
    () => runtime.engine.keyChanged(),
    () => undefined,
  );
}
