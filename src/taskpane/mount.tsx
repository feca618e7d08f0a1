// Renders the pane once the runtime is ready.
import { createRoot } from 'react-dom/client';
import { followedCharts } from '../excel/charts/followedCharts';
import { excelHost } from '../excel/host';
import { load } from '../excel/lazyCode';
import { createHeldCells } from '../excel/recalculation/heldCells';
import { recalculateCells } from '../excel/recalculation/recalculation';
import type { Runtime } from '../excel/runtime';
import { theRuntime } from '../excel/theRuntime';
import { gatewayInfo } from '../excel/user/sandboxKey';
import { excelWorkbook } from '../excel/workbook/excelWorkbook';
import { Pane } from './pane';
import { followLanguage } from './shell/language';
import { createDrafts, type PaneParts } from './shell/usePane';
import './styles/pane.css';

// Removing a control must not lose the focus: a screen reader would start at the top of the page. The
// focus moves to the control that replaced it, to the first one of its FocusScope, or to the tab if a whole view was removed. And a key that is held
// down presses a button once: what appears under the focus may cost credits.

const controls =
  'button, input:not([hidden]), select, textarea, summary, [tabindex="0"], [role="tab"][aria-selected="true"]';

interface Place {
  readonly around: Element;
  /** Which of the controls in there it was. */
  readonly index: number;
}

const controlsIn = (around: Element) => [...around.querySelectorAll<HTMLElement>(controls)];

function placesOf(target: Element, root: Element): Place[] {
  const places: Place[] = [];
  for (let around = target.parentElement; around; around = around.parentElement) {
    places.push({ around, index: controlsIn(around).findIndex((control) => control === target) });
    if (around === root) break;
  }
  return places;
}

/** Some of them cannot take it (in a folded section); then the next, then the ones before. */
function focusOneOf(candidates: readonly HTMLElement[], index: number): void {
  const at = Math.max(0, Math.min(index, candidates.length - 1));
  for (const candidate of [...candidates.slice(at), ...candidates.slice(0, at).reverse()]) {
    candidate.focus();
    if (document.activeElement === candidate) return;
  }
}

function restoreLostFocus(root: HTMLElement): () => void {
  let last: Element | undefined;
  let places: readonly Place[] = [];
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    last = target;
    places = placesOf(target, root);
  };
  const look = () => {
    // A pane without the focus must not take it from the sheet.
    if (!last || last.isConnected || document.activeElement !== document.body || !document.hasFocus()) return;
    const place = places.find(({ around }) => around.isConnected);
    if (!place) return;
    const tab = root.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    const wholeView = place.around === root || place.around.matches('[role="tabpanel"], main');
    const scope = place.around.closest('[data-focus-scope]');
    if (wholeView && tab) tab.focus();
    else if (scope) focusOneOf(controlsIn(scope), 0);
    else focusOneOf(controlsIn(place.around), place.index);
  };
  const pressOnce = (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement)
      event.preventDefault();
  };
  const watch = new MutationObserver(look);
  watch.observe(root, { childList: true, subtree: true });
  root.addEventListener('focusin', remember);
  root.addEventListener('keydown', pressOnce);
  return () => {
    watch.disconnect();
    root.removeEventListener('focusin', remember);
    root.removeEventListener('keydown', pressOnce);
  };
}

function showPane(parts: PaneParts): void {
  const place = document.getElementById('root') ?? document.body.appendChild(document.createElement('div'));
  place.replaceChildren();
  restoreLostFocus(place);
  createRoot(place).render(<Pane parts={parts} />);
}

/** The pane shows and controls what is sent, so it loads that code; if that fails, it shows what it can. */
async function preparedRuntime(): Promise<Runtime> {
  const runtime = await theRuntime();
  await Promise.all([
    runtime.engine.prepare().catch(() => undefined),
    followLanguage(runtime.settings, Office.context.displayLanguage),
  ]);
  return runtime;
}

/** Charts of results stay on them, in this workbook too. The code for it comes only where there are such charts. */
async function followCharts(): Promise<void> {
  if ((await followedCharts()).entries().length === 0) return;
  const charts = await load(() => import(/* webpackChunkName: "charts" */ '../excel/charts/charts'));
  await charts.followCharts();
}

export async function mountPane(): Promise<void> {
  const [runtime, gateway] = await Promise.all([preparedRuntime(), gatewayInfo()]);
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
    recalculate: (cells) => recalculateCells(cells, excelHost),
    heldCells: createHeldCells(runtime, excelWorkbook, (cells) => {
      // Excel may be busy or closing; the next look at the sheet tries again.
      recalculateCells(cells, excelHost).catch(() => undefined);
    }),
    now: Date.now,
    namespace: excelHost.namespace,
    drafts: createDrafts(),
  });
  // Says the decimal sign of this Excel, for formulas in error sentences.
  void excelWorkbook.selection();
  // Excel is busy: the charts are looked after when one is added.
  followCharts().catch(() => undefined);
}
