// A way to a server that can be made to hang: connections are accepted, and nothing comes back.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class HangingProxy {
  private readonly sockets = new Set<Socket>();
  private hangs = false;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (near) => this.join(near));
  }

  static async start(target: number): Promise<HangingProxy> {
    const server = createServer();
    const proxy = new HangingProxy(server, target);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on nothing goes through, in either direction; nobody is told. */
  hang(): void {
    this.hangs = true;
  }

  /** Whoever hangs is cut off; whoever comes now gets through. */
  resume(): void {
    this.hangs = false;
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(near: Socket): void {
    const far = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (bytes) => this.hangs || to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
