// A sandbox for the tests of one file: started before them, reset before each of them, closed after them.
import { listen, type ListenOptions, type RunningSandbox } from '../../sandbox/listen';
import { SandboxClient } from './sandboxClient';

export interface SandboxUnderTest {
  readonly client: SandboxClient;
  readonly sandbox: () => RunningSandbox;
}

export function sandboxUnderTest(options: ListenOptions = {}): SandboxUnderTest {
  let sandbox: RunningSandbox;
  const client = new SandboxClient(() => sandbox.url);
  beforeAll(async () => void (sandbox = await listen(options)));
  afterAll(() => sandbox.close());
  beforeEach(() => client.control('POST', '/reset', {}));
  return { client, sandbox: () => sandbox };
}
