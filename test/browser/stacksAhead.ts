// The servers of the next journey start while this one waits for its cells.
import { Stack } from './stack';

export class StacksAhead {
  private next: Promise<Stack> | undefined;
  private wanted = 0;

  /** One more journey will take a stack. */
  expect(): void {
    this.wanted += 1;
  }

  prepare(): void {
    if (this.wanted === 0) return;
    this.wanted -= 1;
    this.next = Stack.start();
    // A failure to start is looked at when the stack is taken.
    this.next.catch(() => undefined);
  }

  async take(gatewaySettings: Record<string, string> | undefined): Promise<Stack> {
    if (gatewaySettings) return Stack.start(gatewaySettings);
    const stack = await (this.next ?? Stack.start());
    this.next = undefined;
    this.prepare();
    return stack;
  }

  async end(): Promise<void> {
    await (await this.next?.catch(() => undefined))?.stop();
  }
}
