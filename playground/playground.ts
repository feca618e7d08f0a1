// Assembles the page: the grid, the simulated host, the add-in's frame, and the file they share. Reopening keeps the grid's
// engine and replaces the workbook and the add-in, as closing and opening a file in Excel does.
import type { IWorkbookData } from '@univerjs/core';
import type { Beginning, FirstAddIn } from './beginning';
import type { CallStarter } from './calls/cellCalls';
import { areaName, cellName, quotedSheetName } from './grid/area';
import { DocumentSettings } from './host/richApi/documentSettings';
import { HostLog } from './calls/hostLog';
import { WorkbookParts } from './host/parts/workbookParts';
import { newIdentity } from './host/addInFrame';
import { Identity } from './host/identity';
import { nestedAuthBridge } from './host/nestedAuth';
import { supports, type RequirementMatrix } from './host/requirementMatrix';
import { SimulatedExcel } from './host/simulatedExcel';
import { UnknownMembers } from './host/richApi/unknownMembers';
import { CardLayer } from './shell/cardLayer';
import { ChartLayer } from './shell/chartLayer';
import { element } from './shell/element';
import { MessageLine } from './shell/messageLine';
import type { Pane } from './shell/pane';
import { PictureLayer } from './shell/pictureLayer';
import { offerTheme, tellTheme } from './shell/paneTheme';
import { showRibbon } from './shell/ribbon';
import type { Theme } from './shell/theme';
import { startUniver, type OpenWorkbook } from './univer/univerWorkbook';
import type { SavedWorkbook, WorkbookStore } from './workbookStore';

/** The Excel that the page's address asks for. */
export interface ExcelOfAddress {
  readonly matrix: RequirementMatrix;
  /** The decimal sign of this Excel. */
  readonly decimal: string;
}

export interface PlaygroundParts extends Beginning, ExcelOfAddress {
  /** Its display language. */
  readonly language: string;
  readonly store: WorkbookStore;
  readonly theme: Theme;
  /** The workbook before anything is changed in it. */
  readonly newData: (today: Date) => Partial<IWorkbookData>;
}

const saveAfterMilliseconds = 400;
const showAfterMilliseconds = 20;

export class Playground {
  readonly log = new HostLog();
  readonly unknownMembers = new UnknownMembers((error) => reportError(error));
  readonly identity = new Identity();
  readonly workbook: OpenWorkbook;
  readonly pane: Pane;
  readonly messages: MessageLine;
  excel: SimulatedExcel | undefined;
  parts = new WorkbookParts();
  private readonly charts: ChartLayer;
  private readonly pictures: PictureLayer;
  private readonly cards: CardLayer;
  private settings = new DocumentSettings();
  private addInLoaded: Promise<void> = Promise.resolve();
  private saving: ReturnType<typeof setTimeout> | undefined;
  private saved: Promise<void> = Promise.resolve();
  /** Between two workbooks nothing is saved: what still calculates belongs to the one that was left. */
  private isLeft = false;
  private showing: ReturnType<typeof setTimeout> | undefined;

  constructor(private given: PlaygroundParts) {
    this.pane = given.pane;
    this.awaitAddIn(given.addIn.loaded);
    this.workbook = startUniver(element('sheet'), given.functions, this.starter(), given.theme.dark);
    this.messages = new MessageLine(this.workbook.grid, this.workbook.calls);
    this.charts = new ChartLayer(
      element('sheet'),
      this.workbook.grid,
      () => this.parts.charts,
      () => given.theme.dark,
    );
    const { grid, drawn } = this.workbook;
    this.pictures = new PictureLayer(element('sheet'), grid, () => this.parts.pictures);
    this.cards = new CardLayer(element('sheet'), grid, drawn, () => this.workbook.focus());
    given.theme.onChanged((dark) => {
      this.workbook.api.toggleDarkMode(dark);
      tellTheme(this.pane.window);
    });
    showRibbon(given.manifest.buttons, {
      openPane: () => this.pane.open(),
      runCommand: (name) => this.excel?.runCommand(name) ?? Promise.resolve(),
    });
    element('reopen').addEventListener('click', () => void this.reopen());
    element('reset').addEventListener('click', () => void this.reset());
  }

  async start(): Promise<void> {
    this.open((await this.given.store.load()) ?? this.newWorkbook(), this.given.addIn);
    this.watch();
  }

  /** Settles when the add-in is there and every formula that was waiting for it has its result. */
  async firstResults(): Promise<void> {
    await this.addInLoaded;
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!this.excel?.calls.pending) resolve();
      };
      this.workbook.onCalculated(look);
      look();
    });
  }

  async reopen(): Promise<void> {
    await this.save();
    this.open((await this.given.store.load()) ?? this.newWorkbook());
  }

  async reset(): Promise<void> {
    this.stopSaving();
    await this.given.store.clear();
    this.open(this.newWorkbook());
  }

  /** Ends the add-in. Settles when what was being saved is saved; nothing more of this workbook will be. */
  leave(): Promise<void> {
    this.stopSaving();
    this.pane.unload();
    return this.saved;
  }

  /** As after loading the page for this Excel: nothing is known of workbooks before. */
  async startOver(excel: ExcelOfAddress): Promise<void> {
    await this.leave();
    this.given = { ...this.given, ...excel };
    this.log.entries.length = 0;
    this.unknownMembers.list.length = 0;
    Object.assign(this.identity, new Identity());
    await this.reset();
    this.workbook.grid.features.showRules([], []);
  }

  documentSettings(): Record<string, string> {
    return this.settings.toJSON();
  }

  async save(): Promise<void> {
    clearTimeout(this.saving);
    this.saved = this.given.store.save({
      data: this.workbook.snapshot(),
      calls: this.workbook.calls.save(),
      settings: this.settings.toJSON(),
      parts: this.parts.toJSON(),
    });
    await this.saved;
  }

  private newWorkbook(): SavedWorkbook {
    const today = new Date(this.given.calendar?.now() ?? Date.now());
    return { data: this.given.newData(today), calls: [], settings: {} };
  }

  private open(saved: SavedWorkbook, first?: FirstAddIn): void {
    this.isLeft = false;
    this.settings = new DocumentSettings(saved.settings);
    this.settings.onChanged(() => this.saveSoon());
    this.parts = new WorkbookParts(saved.parts);
    this.parts.onChanged(() => this.partsChanged());
    this.excel = new SimulatedExcel({
      grid: this.workbook.grid,
      settings: this.settings,
      parts: this.parts,
      matrix: this.given.matrix,
      decimal: this.given.decimal,
      language: this.given.language,
      pane: this.pane,
      identity: this.identity,
      log: this.log,
      unknownMembers: this.unknownMembers,
      frame: () => this.pane.window,
      origin: location.origin,
      instance: first?.identity ?? newIdentity(this.given.language),
    });
    this.log.add('workbook opened', { calls: saved.calls.length });
    this.workbook.open(saved.data, saved.calls);
    this.charts.redraw();
    this.cards.redraw();
    if (first) first.hearBy((event) => this.excel?.receive(event));
    else this.awaitAddIn(this.pane.load(this.excel.identity));
  }

  private awaitAddIn(loading: Promise<Window>): void {
    this.addInLoaded = loading.then((loaded) => {
      if (supports(this.given.matrix, 'NestedAppAuth', 1))
        Object.assign(loaded, { nestedAppAuthBridge: nestedAuthBridge(this.identity, this.log) });
      void offerTheme(loaded, this.given.theme);
    });
  }

  /** Calls always go to the add-in that is currently open. */
  private starter(): CallStarter {
    const metadata = new Map(this.given.functions.map((one) => [one.id, one]));
    return {
      invoke: ({ sheetId, row, column }, { functionId, parameters, areas }, onResult) => {
        const sheets = this.workbook.grid.sheets();
        const nameOf = (wanted: string) =>
          quotedSheetName(sheets.find(({ id }) => id === wanted)?.name ?? '');
        const options = metadata.get(functionId)?.options;
        const address = `${nameOf(sheetId)}!${cellName(row, column)}`;
        const cancelable = options?.cancelable ?? false;
        const takesErrors = options?.allowErrorForDataTypeAny ?? false;
        const addresses = areas?.map((area) => area && `${nameOf(area.sheetId)}!${areaName(area)}`);
        const call = { functionId, parameters, address, addresses, cancelable, takesErrors, onResult };
        return this.excel?.calls.invoke(call) ?? 0;
      },
      cancel: (id) => this.excel?.calls.cancel(id),
    };
  }

  private watch(): void {
    const { grid } = this.workbook;
    grid.onSelectionChanged((area) => {
      this.messages.show(area);
      this.cards.selected(grid.activeCell());
      this.excel?.raiseSelectionChanged();
      this.charts.redraw();
    });
    this.workbook.onCalculated(() => {
      this.messages.show(grid.activeCell());
      this.showStatus();
      this.saveSoon();
      grid.features.recomputeRules();
      this.charts.redraw();
      this.pictures.draw();
      this.cards.redraw();
      this.excel?.raiseCalculated();
    });
    this.workbook.onScroll(() => {
      this.charts.move();
      this.pictures.draw();
      this.cards.redraw();
    });
    this.workbook.onSheetOpened(() => {
      this.charts.redraw();
      this.pictures.draw();
      this.cards.redraw();
    });
    this.workbook.explainErrors((...cell) => this.messages.hint(...cell));
    this.workbook.onEdited(() => {
      this.saveSoon();
      this.cards.redraw();
    });
  }

  /** A template changes hundreds of them in one go. */
  private partsChanged(): void {
    clearTimeout(this.showing);
    this.showing = setTimeout(() => {
      this.workbook.grid.features.showRules(this.parts.validations, this.parts.formats);
      this.charts.redraw();
      this.pictures.draw();
    }, showAfterMilliseconds);
    this.saveSoon();
  }

  private showStatus(): void {
    const waiting = this.excel?.calls.pending ?? 0;
    element('status').textContent =
      waiting === 0 ? '' : `${waiting} ${waiting === 1 ? 'formula is' : 'formulas are'} waiting`;
  }

  private stopSaving(): void {
    this.isLeft = true;
    clearTimeout(this.saving);
  }

  private saveSoon(): void {
    if (this.isLeft) return;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => {
      // A file takes long to copy, and the next results are on their way.
      if (this.workbook.grid.isIdle) void this.save();
      else this.saveSoon();
    }, saveAfterMilliseconds);
  }
}
