// The longest that scripts of the add-in run in one task on the thread of a page. A page of the playground also runs the simulated
// Excel and office.js, so each sample of the profiler belongs to the script that is nearest to the top of its stack.
import type { Page } from 'playwright-core';

interface Event {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly id?: string;
  readonly ts: number;
  readonly dur?: number;
  /** Of the processor: a thread that other programs keep waiting does not work. */
  readonly tdur?: number;
  readonly args: {
    readonly data?: {
      readonly startTime?: number;
      readonly cpuProfile?: { readonly nodes?: readonly Node[]; readonly samples?: readonly number[] };
      readonly timeDeltas?: readonly number[];
    };
  };
}

interface Node {
  readonly id: number;
  readonly parent?: number;
  readonly callFrame: { readonly url?: string };
}

const categories = ['toplevel', 'disabled-by-default-v8.cpu_profiler'];
const isOurs = (url: string): boolean => !/\/playground\/|office-?js|telemetry/.test(url);

/** Microseconds at which a script of ours was on top, by thread. */
function* ourSamples(
  events: readonly Event[],
): Generator<{ readonly pid: number; readonly at: number; readonly took: number }> {
  const profiles = new Map<string, { at: number; readonly nodes: Map<number, Node> }>();
  for (const { name, pid, id, args } of events) {
    const key = `${pid} ${id}`;
    if (name === 'Profile') profiles.set(key, { at: args.data?.startTime ?? 0, nodes: new Map() });
    const profile = name === 'ProfileChunk' ? profiles.get(key) : undefined;
    if (!profile) continue;
    for (const node of args.data?.cpuProfile?.nodes ?? []) profile.nodes.set(node.id, node);
    for (const [nth, sample] of (args.data?.cpuProfile?.samples ?? []).entries()) {
      const took = args.data?.timeDeltas?.[nth] ?? 0;
      profile.at += took;
      let node = profile.nodes.get(sample);
      while (node && !node.callFrame.url) node = profile.nodes.get(node.parent ?? -1);
      if (node?.callFrame.url && isOurs(node.callFrame.url)) yield { pid, at: profile.at, took };
    }
  }
}

/** In milliseconds, while the work goes on. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The browser is gone.');
  await browser.startTracing(page, { categories });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: Event[];
  };
  const samples = [...ourSamples(traceEvents.sort((a, b) => a.ts - b.ts))];
  const [pid] = samples.map((sample) => sample.pid);
  const tasks = traceEvents.filter(
    (event) => event.pid === pid && event.dur !== undefined && /RunTask$/.test(event.name),
  );
  let longest = 0;
  let next = 0;
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    while (next < samples.length && samples[next]!.at < ts) next += 1;
    let ours = 0;
    for (let nth = next; nth < samples.length && samples[nth]!.at <= ts + dur; nth += 1)
      ours += samples[nth]!.took;
    longest = Math.max(longest, dur === 0 ? 0 : (ours * tdur) / dur);
  }
  return longest / 1_000;
}
