import { createChangeBroadcast } from '../../../src/excel/user/changeBroadcast';
import { localStrings, officeStrings, type OfficeStorage } from '../../../src/excel/stores/stringStore';

// An open channel would keep the process alive.
const channels: BroadcastChannel[] = [];
const Channel = BroadcastChannel;
beforeAll(() => {
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }
  };
});
afterAll(() => {
  globalThis.BroadcastChannel = Channel;
  for (const channel of channels) channel.close();
});

/** A window, as far as storage events go; the browser sends them with the name that was written. */
function aWindow() {
  const page = new EventTarget() as unknown as Window;
  return {
    page,
    written: (key: string | null) => void page.dispatchEvent(Object.assign(new Event('storage'), { key })),
  };
}

/** The name under which a store keeps a text. */
async function nameIn(kind: 'local' | 'office'): Promise<string> {
  const names: string[] = [];
  const setItem = (name: string) => void names.push(name);
  const store =
    kind === 'local'
      ? localStrings({ setItem } as unknown as Storage, 'partition/')
      : officeStrings({
          setItem: (name: string) => Promise.resolve(setItem(`_OfficeRuntime_Storage_|${name}`)),
        } as unknown as OfficeStorage);
  await store.set('key', 'sealed');
  return names[0]!;
}

test.each(['local', 'office'] as const)('a text that %s storage brings is heard of', async (kind) => {
  const { page, written } = aWindow();
  const broadcast = createChangeBroadcast('storage events', page);
  const heard: string[] = [];
  const leave = broadcast.subscribe('key', () => heard.push('key'));
  broadcast.subscribe('settings', () => heard.push('settings'));
  const name = await nameIn(kind);
  written(name);
  written('Spillway.other');
  written(null);
  expect(heard).toEqual(['key']);
  leave();
  written(name);
  expect(heard).toEqual(['key']);
});

test('a message reaches the other windows, not the one that posts it', async () => {
  const [one, two] = [
    createChangeBroadcast('messages', aWindow().page),
    createChangeBroadcast('messages', aWindow().page),
  ];
  const own = jest.fn();
  one.subscribe('settings', own);
  const heard = new Promise<void>((resolve) => two.subscribe('settings', () => resolve()));
  one.post('settings');
  await heard;
  expect(own).not.toHaveBeenCalled();
});
