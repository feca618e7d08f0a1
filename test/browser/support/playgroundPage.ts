// Drives the playground: cells by address, the pane as a frame, and the sandbox's key. Nothing here sleeps; everything
// waits for what a person would wait for.
import type { BrowserContext, Frame, FrameLocator, Page } from 'playwright-core';
import type { CellContent, CellScalar } from '../../../playground/grid/grid';
import type { SandboxControl } from './sandboxControl';

const patience = 150_000;
/** Milliseconds between two looks at the page. */
const polling = 40;

/** What a cell shall no longer show. */
export interface Unlike {
  readonly not: readonly CellScalar[];
  readonly noError?: boolean;
}

export interface OpenOptions {
  readonly tour?: boolean;
  /** As `npm start` opens it: with the sandbox's key. Otherwise the first-run screen asks for one. */
  readonly withKey?: boolean;
  /** Requirement sets this Excel shall not have, for example `CustomFunctionsRuntime@1.4`. */
  readonly without?: readonly string[];
  /** Requirement sets beyond those of the simulated Excel, as `ExcelApi@1.20`. */
  readonly offering?: readonly string[];
  /** The decimal sign of this Excel; a point unless told otherwise. */
  readonly decimal?: string;
  /** The display language of this Excel; `en-US` unless told otherwise. */
  readonly language?: string;
}

export class PlaygroundPage {
  readonly problems: string[] = [];
  /** Errors that nobody caught, of the host and of the add-in; among them each member that the host does not have. */
  readonly uncaught: string[] = [];

  constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {
    page.setDefaultTimeout(patience);
    page.on('pageerror', (error) => {
      this.problems.push(`${error.message}\n${error.stack ?? ''}`);
      this.uncaught.push(error.message);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(message.text());
    });
  }

  static async open(
    context: BrowserContext,
    origin: string,
    options: OpenOptions = {},
  ): Promise<PlaygroundPage> {
    const playground = new PlaygroundPage(await context.newPage(), origin);
    await playground.load(options);
    return playground;
  }

  async load({
    tour = false,
    withKey = false,
    without = [],
    offering = [],
    decimal,
    language,
  }: OpenOptions = {}): Promise<void> {
    const query = new URLSearchParams([
      ...without.map((set) => ['without', set]),
      ...offering.map((set) => ['with', set]),
    ]);
    if (!tour) query.set('blank', '');
    if (decimal !== undefined) query.set('decimal', decimal);
    if (language !== undefined) query.set('language', language);
    if (!withKey) query.set('first-run', '');
    const [place, search] = [`${this.origin}/playground/`, `?${query.toString()}`];
    const isThere = this.page.url().startsWith(`${place}?`);
    if (isThere && (await this.page.evaluate((given) => window.spillwayHost?.startOver(given), search)))
      return;
    await this.page.goto(place + search);
    await this.page.waitForFunction(() => window.spillwayHost !== undefined);
  }

  /** The add-in's own page inside the simulated Excel. */
  get pane(): FrameLocator {
    return this.page.frameLocator('#paneFrame iframe');
  }

  /** The same page's own window, for what only code in it can do. */
  get addIn(): Frame {
    const found = this.page.frames().find((frame) => frame.url().includes('/taskpane.html'));
    if (!found) throw new Error('The add-in is not loaded.');
    return found;
  }

  /** Waits until the pane is drawn dark or light. */
  async paneBecomes(shade: 'dark' | 'light'): Promise<void> {
    await this.page.waitForFunction((wanted) => {
      const frame = document.querySelector<HTMLIFrameElement>('#paneFrame iframe')?.contentWindow;
      const pane = frame?.document.querySelector('.sw-pane');
      if (!frame || !pane) return false;
      const [red = 255] = frame.getComputedStyle(pane).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
      return (red < 128 ? 'dark' : 'light') === wanted;
    }, shade);
  }

  /** Saves a key in the pane, as a person does on the first start. */
  async saveKey(key = 'sandbox-large'): Promise<void> {
    await this.enterKey(key);
    await this.pane.getByRole('button', { name: 'Save key' }).click();
    await this.pane.getByText('The key works.').waitFor();
  }

  /** The spreadsheet takes the focus when it has loaded, and with it what is being typed: a person types it again. */
  async enterKey(key: string): Promise<void> {
    const field = this.pane.getByLabel('API key');
    await this.until(async () => {
      await field.fill(key);
      return (await field.inputValue()) === key;
    });
  }

  async useSandboxKey(): Promise<void> {
    await this.pane.getByRole('button', { name: 'Use sandbox key' }).click();
    await this.pane.getByText('The key works.').waitFor();
  }

  async useAccessCode(code: string): Promise<void> {
    await this.pane.getByLabel('Access code').fill(code);
    await this.pane.getByRole('button', { name: /^Save/ }).click();
    await this.pane
      .getByText(/works\./)
      .first()
      .waitFor();
  }

  /** Puts a value, a formula or a block of them at an address, as pasting would. */
  async type(address: string, values: CellScalar | CellScalar[][]): Promise<void> {
    await this.page.evaluate(([at, what]) => window.spillwayHost?.write(at, what), [
      address,
      values,
    ] as const);
  }

  /** Types into the selected cell with the keyboard, the way a person begins a formula. */
  async startTyping(text: string): Promise<void> {
    await this.press(text.slice(0, 1));
    await this.page.waitForFunction(() => window.spillwayHost?.isEditing(), undefined, { polling });
    await this.keepTyping(text.slice(1));
  }

  /** Presses a key in the grid, when it has drawn what went before. */
  async press(key: string): Promise<void> {
    await this.quiet();
    await this.page.evaluate(() => window.spillwayHost?.focus());
    await this.page.keyboard.press(key);
  }

  /** Copies the selected cells as a person does; the clipboard is filled a moment later. */
  async copy(): Promise<void> {
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await this.press('Control+c');
    await this.page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '', undefined, {
      polling,
    });
  }

  /** At a fast typist's pace: what comes without any pause overtakes the editor. */
  keepTyping = (text: string) => this.page.keyboard.type(text, { delay: 20 });

  /** Ends the typing. */
  enter = () =>
    this.pressUntil(
      () => this.page.keyboard.press('Enter'),
      () => !window.spillwayHost?.isEditing(),
      '',
    );

  /** Pastes at an empty cell. */
  async paste(address: string): Promise<void> {
    await this.select(address);
    await this.pressUntil(
      () => this.press('Control+v'),
      (at) => (window.spillwayHost?.read(at)[0]?.[0]?.value ?? '') !== '',
      address,
    );
  }

  /** A busy grid loses a key now and then: whoever sees that nothing has come of it presses again. */
  private async pressUntil(
    press: () => Promise<void>,
    holds: (address: string) => boolean,
    address: string,
  ): Promise<void> {
    for (let tries = 0; tries < 5; tries += 1) {
      await press();
      const seen = await this.page.waitForFunction(holds, address, { polling, timeout: 3_000 }).then(
        () => true,
        () => false,
      );
      if (seen) return;
    }
    throw new Error('Nothing came of the key that was pressed.');
  }

  async cells(address: string): Promise<CellContent[][]> {
    return this.page.evaluate((at) => window.spillwayHost?.read(at) ?? [], address);
  }

  async values(address: string): Promise<CellScalar[][]> {
    // Formula, text and format of each cell are found out when they are read, and take far longer than its value.
    return this.page.evaluate(
      (at) => window.spillwayHost?.read(at).map((row) => row.map(({ value }) => value)) ?? [],
      address,
    );
  }

  async value(address: string): Promise<CellScalar> {
    return (await this.values(address))[0]?.[0] ?? '';
  }

  async text(address: string): Promise<string> {
    return (await this.cells(address))[0]?.[0]?.text ?? '';
  }

  /** The sentence the function gave with the error in a cell. */
  async message(address: string): Promise<string> {
    return this.page.evaluate((at) => window.spillwayHost?.message(at) ?? '', address);
  }

  /** Waits until the formula in a cell has its whole answer, and gives its table as it is at that moment. */
  async table(address: string): Promise<CellScalar[][]> {
    const table = await this.page
      .waitForFunction((at) => window.spillwayHost?.table(at), address, { polling })
      .catch((error: unknown) => this.cellIs(address, 'a table', error));
    return (await table.jsonValue()) ?? [];
  }

  /** Waits until the cell shows this error, and gives the function's sentence. */
  async error(address: string, error: string): Promise<string> {
    await this.waitForCell(address, error);
    return this.message(address);
  }

  async waitForCell(address: string, wanted: CellScalar | Unlike): Promise<void> {
    const holds = ({ at, want }: { at: string; want: CellScalar | Unlike }) => {
      const value = window.spillwayHost?.read(at)[0]?.[0]?.value ?? '';
      if (typeof want !== 'object') return value === want;
      return !want.not.includes(value) && !(want.noError && String(value).startsWith('#'));
    };
    await this.page
      .waitForFunction(holds, { at: address, want: wanted }, { polling })
      .catch((error: unknown) => this.cellIs(address, JSON.stringify(wanted), error));
  }

  private async cellIs(address: string, wanted: string, cause: unknown): Promise<never> {
    const value = await this.value(address).catch(() => 'gone');
    const said = await this.message(address).catch(() => '');
    throw new Error(`${address} is ${JSON.stringify(value)}, not ${wanted}. ${said}`.trimEnd(), { cause });
  }

  async waitUntilBusy(address: string): Promise<void> {
    await this.waitForCell(address, '#BUSY!');
  }

  /** Waits until no call of a function is open, none has shown a part only, and nothing is being computed. */
  async quiet(): Promise<void> {
    await this.page.waitForFunction(() => window.spillwayHost?.isQuiet(), undefined, { polling });
  }

  /** Waits until the service has seen so many data requests. */
  async waitForRequests(sandbox: SandboxControl, requests: number, most = patience): Promise<void> {
    await this.until(async () => (await sandbox.counters()).requests >= requests, most);
  }

  /** Waits until something outside the page holds. */
  async until(holds: () => Promise<boolean>, most = patience): Promise<void> {
    const deadline = Date.now() + most;
    while (!(await holds())) {
      if (Date.now() > deadline) throw new Error(`This did not come about: ${holds.toString()}`);
      await this.page.waitForTimeout(polling);
    }
  }

  async counts(): Promise<{ invoked: number; cancelled: number; pending: number; batches: number }> {
    const counts = await this.page.evaluate(() => window.spillwayHost?.counts());
    return counts ?? { invoked: 0, cancelled: 0, pending: 0, batches: 0 };
  }

  select = (address: string) => this.page.evaluate((at) => window.spillwayHost?.select(at), address);
  deleteCell = (address: string) => this.page.evaluate((at) => window.spillwayHost?.clear(at), address);
  insertRow = (row: number) => this.page.evaluate((at) => window.spillwayHost?.insertRows(at - 1, 1), row);
  deleteRow = (row: number) => this.page.evaluate((at) => window.spillwayHost?.deleteRows(at - 1, 1), row);
  insertColumn = (column: number) =>
    this.page.evaluate((at) => window.spillwayHost?.insertColumns(at - 1, 1), column);
  addSheet = (name: string) => this.page.evaluate((called) => window.spillwayHost?.addSheet(called), name);
  activateSheet = (name: string) =>
    this.page.evaluate((called) => window.spillwayHost?.activateSheet(called), name);
  recalculateAll = () => this.page.evaluate(() => window.spillwayHost?.recalculate());
  loseResults = (count: number) =>
    this.page.evaluate((results) => window.spillwayHost?.loseResults(results), count);
  delayCalls = (...cells: string[]) =>
    this.page.evaluate((late) => window.spillwayHost?.delayCalls(late), cells);
  preview = (address: string, functionId: string, parameters: unknown[]) =>
    this.page.evaluate(([at, id, given]) => window.spillwayHost?.preview(at, id, given), [
      address,
      functionId,
      parameters,
    ] as const);
  sheets = () => this.page.evaluate(() => window.spillwayHost?.sheets() ?? []);
  names = () => this.page.evaluate(() => window.spillwayHost?.names() ?? []);
  parts = () => this.page.evaluate(() => window.spillwayHost?.parts());
  settings = () => this.page.evaluate(() => window.spillwayHost?.settings() ?? {});
  command = (name: string) => this.page.evaluate((called) => window.spillwayHost?.command(called), name);
  unknownMembers = () => this.page.evaluate(() => [...(window.spillwayHost?.unknownMembers ?? [])]);
  hostLog = () => this.page.evaluate(() => window.spillwayHost?.log ?? []);

  /** Save, close and open again, by the button a person has. */
  async reopen(): Promise<void> {
    const opened = () =>
      this.page.evaluate(
        () => window.spillwayHost?.log.filter(({ what }) => what === 'workbook opened').length ?? 0,
      );
    const before = await opened();
    await this.page.click('#reopen');
    await this.page.waitForFunction(
      (count) =>
        (window.spillwayHost?.log.filter(({ what }) => what === 'workbook opened').length ?? 0) > count,
      before,
    );
  }
}
