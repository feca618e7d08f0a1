// What needs no spreadsheet, begun while the spreadsheet is still being downloaded: the demo's worker, what the page has to know of
// the add-in and its server, and the frame with the add-in, whose scripts run meanwhile.
import { fetchFunctions, type FunctionMetadata } from './addIn/functionMetadata';
import { fetchManifest, type Manifest } from './addIn/manifest';
import { addInAddress, startWorker } from './addIn/place';
import { fetchService, type ServiceInfo } from './addIn/service';
import { newIdentity, type FrameIdentity } from './host/addInFrame';
import { Calendar } from './shell/calendar';
import { Pane } from './shell/pane';

export interface Beginning {
  readonly manifest: Manifest;
  readonly functions: readonly FunctionMetadata[];
  readonly asked: ServiceInfo;
  /** Only the sandbox's calendar can be turned. */
  readonly calendar: Calendar | undefined;
  readonly pane: Pane;
  readonly addIn: FirstAddIn;
}

/** The add-in of the first workbook, which is loading. */
export interface FirstAddIn {
  readonly identity: FrameIdentity;
  readonly loaded: Promise<Window>;
  /** From now on this hears what any add-in says, and first of all what this one has said so far. */
  hearBy(receive: (event: MessageEvent) => void): void;
}

const query = new URLSearchParams(location.search);
/** The display language of this Excel. */
export const language = query.get('language') ?? 'en-US';

export const readManifest = (): Promise<Manifest> => fetchManifest(addInAddress('manifest.xml'), language);
export const askService = (): Promise<ServiceInfo> => fetchService(addInAddress('gateway/info'));

/** The demo does not wait with this script until all of the page is there. */
async function pageParsed(): Promise<void> {
  while (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
}

async function begin(): Promise<Beginning> {
  // Files are read while the worker starts, which only the service needs.
  const manifests = readManifest();
  const [functions, loading] = await Promise.all([
    manifests.then(({ functionsAddress }) => fetchFunctions(functionsAddress)),
    Promise.all([manifests, startWorker().then(askService), pageParsed()]).then(loadAddIn),
  ]);
  return { ...loading, functions };
}

function loadAddIn([manifest, asked]: readonly [Manifest, ServiceInfo, unknown]): Omit<
  Beginning,
  'functions'
> {
  const isSandbox = asked.service === 'sandbox';
  const calendar = isSandbox ? new Calendar(asked.aheadDays) : undefined;
  // Over the sandbox the add-in may take the sandbox's key by itself.
  const address = `${manifest.paneAddress}${isSandbox && !query.has('first-run') ? '?sandbox' : ''}`;
  const pane = new Pane(manifest.name, address, (frame) => calendar?.watch(frame));
  return { manifest, asked, calendar, pane, addIn: firstAddIn(pane) };
}

function firstAddIn(pane: Pane): FirstAddIn {
  const said: MessageEvent[] = [];
  let hear = (event: MessageEvent): void => void said.push(event);
  window.addEventListener('message', (event) => hear(event));
  const identity = newIdentity(language);
  return {
    identity,
    loaded: pane.load(identity),
    hearBy: (receive) => {
      hear = receive;
      for (const event of said.splice(0)) receive(event);
    },
  };
}

export const beginning = begin();
