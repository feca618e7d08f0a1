// How soon somebody who follows the link to the demo sees a table: nothing cached, files compressed as hosts of files do, and a line with
// 20 ms to the host, of 100 Mbit/s as most households have, and of half as much. The time that the page's own thread works is told too:
// most of the rest is the line, and other programs on this machine do not change it much.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { writeDemo } from '../scripts/demo/writeDemo';
import { trustFlag, writeCertificate } from '../test/browser/support/certificate';
import { launchWith } from '../test/browser/support/chromium';
import { StaticHost } from '../test/browser/support/staticHost';
import { removeFolder } from '../test/removeFolder';
import { against, type Measure } from './measure';
import { skipped } from './skipped';

const rounds = 6;
const goal = 3_000;
/** Megabits a second, and the share of three seconds that it may take. */
const lines = [
  { megabits: 100, share: 1 },
  { megabits: 50, share: Infinity },
] as const;

interface Times {
  readonly passed: number;
  readonly worked: number;
}

/** Milliseconds until a table of the first sheet is there, in a browser that has seen nothing of the demo. */
async function timeToTable(browser: Browser, address: string, megabits: number): Promise<Times> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await tools.send('Network.enable');
  const throughput = (megabits * 1e6) / 8;
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await page.goto(address, { waitUntil: 'commit' });
  // Looking once in each frame would make the browser draw frames all the time.
  const shown = await page.waitForFunction(
    () => {
      const [row] = window.spillwayHost?.read('A7:B7') ?? [];
      return row?.every(({ value }) => value !== '' && !String(value).startsWith('#')) && performance.now();
    },
    undefined,
    { polling: 10 },
  );
  const { metrics } = await tools.send('Performance.getMetrics');
  const passed = Number(await shown.jsonValue());
  await context.close();
  return { passed, worked: 1_000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? NaN) };
}

export async function demoMeasures(): Promise<Measure[]> {
  if (!process.env.SPILLWAY_BROWSER) return skipped('demo', 'no Chromium, Chrome or Edge was found');
  await writeCertificate();
  const folder = mkdtempSync(path.join(tmpdir(), 'spillway-demo-'));
  writeDemo(folder);
  const host = await StaticHost.start(folder, '/some/path/');
  const browser = await chromium.launch(launchWith([trustFlag()]));
  try {
    // The first time, the host compresses its files.
    await timeToTable(browser, host.address, lines[0].megabits);
    const measures: Measure[] = [];
    for (const { megabits, share } of lines) {
      const times: Times[] = [];
      for (let round = 0; round < rounds; round += 1)
        times.push(await timeToTable(browser, host.address, megabits));
      const least = (of: keyof Times) => Math.min(...times.map((each) => each[of]));
      const first = `demo on a line of ${megabits} Mbit/s, nothing cached, until the first table: ms`;
      measures.push(
        against(`${first}, against 3 s`, least('passed'), goal, share),
        against(`${first} that its thread works, against 3 s`, least('worked'), goal, share),
      );
    }
    return measures;
  } finally {
    await browser.close();
    await host.stop();
    removeFolder(folder);
  }
}
