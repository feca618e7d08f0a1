// A browser with a profile on disk that can be killed as a power cut would kill it, and started again over the same profile.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { trustFlag } from './certificate';
import { launchWith, ordinaryWindow } from './chromium';
import { removeFolder } from '../../removeFolder';

const startTakes = 30_000;

/** The address that Chromium prints when it is ready. */
const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = '';
    const timer = setTimeout(() => reject(new Error(`The browser did not start. ${printed}`)), startTakes);
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, address] = /DevTools listening on (ws:\S+)/.exec(printed) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });

export class KillableBrowser {
  private readonly profile = mkdtempSync(path.join(tmpdir(), 'spillway-killed-'));
  private child: ChildProcess | undefined;
  private browser: Browser | undefined;

  async start(): Promise<Page> {
    const { executablePath, args } = launchWith([trustFlag(), '--remote-debugging-port=0']);
    const profile = `--user-data-dir=${this.profile}`;
    const child = spawn(executablePath, ['--headless', ...args, profile, 'about:blank'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    const browser = await chromium.connectOverCDP(await listening(child));
    this.browser = browser;
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no profile.');
    const page = await context.newPage();
    await page.setViewportSize(ordinaryWindow.viewport);
    return page;
  }

  /** As a person closes it: what it holds back is written. */
  async close(): Promise<void> {
    const tools = await this.browser?.newBrowserCDPSession();
    await this.end(() => void tools?.send('Browser.close').catch(() => undefined));
  }

  /** Nothing is asked, flushed or closed. */
  kill = (): Promise<void> => this.end((pid) => process.kill(-pid, 'SIGKILL'));

  private async end(how: (pid: number) => void): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.pid === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    how(child.pid);
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    removeFolder(this.profile);
  }
}
