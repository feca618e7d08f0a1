// Sandbox and gateway of one journey, from the production build, on ports of their own: journeys run side by side and each
// counts its own requests and credits. A sandbox that can be cleared is handed to the next journey, since it makes its data when
// they are first asked for.
import { certificateFile, keyFile } from './certificate';
import { at } from './root';
import { SandboxControl } from './sandboxControl';
import { freePort, ServerProcess } from './serverProcess';

export class Stack {
  private constructor(
    private sandboxProcess: ServerProcess,
    private readonly gateway: ServerProcess,
    readonly sandbox: SandboxControl,
  ) {}

  static async start(
    port?: number,
    gatewaySettings: Record<string, string> = {},
    kept?: ServerProcess,
  ): Promise<Stack> {
    const [sandboxPort, gatewayPort] = [kept?.port ?? (await freePort()), port ?? (await freePort())];
    const url = `http://localhost:${sandboxPort}`;
    const starting = kept ?? ServerProcess.start('sandbox.mjs', sandboxPort, {});
    const gateway = await ServerProcess.start('gateway.mjs', gatewayPort, {
      SPILLWAY_UPSTREAM: url,
      SPILLWAY_TLS_CERT: certificateFile,
      SPILLWAY_TLS_KEY: keyFile,
      SPILLWAY_PLAYGROUND: at('dist/playground'),
      SPILLWAY_OFFICE_JS: at('node_modules/@microsoft/office-js/dist'),
      SPILLWAY_SANDBOX: '1',
      SPILLWAY_DATA: 'off',
      SPILLWAY_LOG: 'warn',
      ...gatewaySettings,
    }).catch(async (error: unknown) => {
      // A sandbox left behind would keep the run from ending.
      await (await starting).stop();
      throw error;
    });
    return new Stack(await starting, gateway, new SandboxControl(url));
  }

  get origin(): string {
    return `https://localhost:${this.gateway.port}`;
  }

  get logs(): string {
    return `sandbox:\n${this.sandboxProcess.log}\ngateway:\n${this.gateway.log}`;
  }

  /** The data service goes away, as seen from the gateway. */
  async takeServiceDown(): Promise<void> {
    await this.sandboxProcess.stop();
  }

  async bringServiceBack(): Promise<void> {
    this.sandboxProcess = await ServerProcess.start('sandbox.mjs', this.sandboxProcess.port, {});
  }

  async stop(): Promise<void> {
    await (await this.leave())?.stop();
  }

  /** Stops the gateway, and gives the sandbox to whoever starts the next one: as good as new, or not at all. */
  async leave(): Promise<ServerProcess | undefined> {
    await this.gateway.stop();
    if (await this.sandbox.startOver().catch(() => false)) return this.sandboxProcess;
    await this.sandboxProcess.stop();
    return undefined;
  }
}
