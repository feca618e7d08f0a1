// The servers of the next journey start while this one waits for its cells, and the gateway packs the large files that every
// page loads: one after the other this would make up a fifth of the suite's time.
import { get } from 'node:https';
import { readdirSync } from 'node:fs';
import { at } from './root';
import { Stack } from './stack';

const page = readdirSync(at('dist/playground')).find((name) => /^playground\.\w+\.js$/.test(name));
const large = [`/playground/${page ?? ''}`, '/office-js/excel-web-16.00.js', '/office-js/office.js'];

export class StacksAhead {
  private next: Promise<Stack> | undefined;

  prepare(): void {
    this.next = Stack.start();
    // A failure to start is looked at when the stack is taken; loading ahead is of no consequence.
    this.next.then(loadAhead).catch(() => undefined);
  }

  async take(gatewaySettings: Record<string, string> | undefined): Promise<Stack> {
    if (gatewaySettings) return Stack.start(gatewaySettings);
    const stack = await (this.next ?? Stack.start());
    this.prepare();
    return stack;
  }

  async end(): Promise<void> {
    await (await this.next?.catch(() => undefined))?.stop();
  }
}

/** The journey may end before its successor's files are there. */
const ignore = (): void => undefined;

function loadAhead({ origin }: Stack): void {
  const options = { rejectUnauthorized: false, agent: false, headers: { 'accept-encoding': 'br' } };
  for (const path of large) {
    get(`${origin}${path}`, options, (answer) => answer.on('error', ignore).resume()).on('error', ignore);
  }
}
