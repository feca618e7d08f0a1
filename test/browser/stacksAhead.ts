// The servers of the next journey start while this one waits for its cells.
import { Stack } from './stack';

export class StacksAhead {
  private next: Promise<Stack> | undefined;

  prepare(): void {
    this.next = Stack.start();
    // A failure to start is looked at when the stack is taken.
    this.next.catch(() => undefined);
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
