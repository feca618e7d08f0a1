// Requests whose source dates its values and has no newer ones yet, such as weekly valuations: to refresh them would cost
// credits for the same values.
import type { Engine } from '../../engine/engine';
import type { DataRequest } from '../../engine/request/dataRequest';
import { dueAt } from '../../history/observation';
import { cost } from '../../operations';
import { historyOf, zoneOf } from '../../operations/histories';

/** A sentence that says so, or undefined where all may have something new. */
export async function notDueYet(
  engine: Pick<Engine, 'remembered'>,
  requests: readonly DataRequest[],
  now: number,
): Promise<string | undefined> {
  const early: { readonly request: DataRequest; readonly due: number }[] = [];
  for (const request of requests) {
    if (!historyOf(request.operation).dated) continue;
    const known = await engine.remembered(request);
    const due = known?.response && dueAt(request.operation, known.response.records);
    if (due !== undefined && due > now) early.push({ request, due });
  }
  const [first] = early;
  if (!first) return undefined;
  const credits = early.reduce((sum, { request }) => sum + cost(request.operation, request.count), 0);
  // In the source's own calendar, as the date of the valuation is.
  const shift = zoneOf(first.request.operation) * 3_600_000;
  const due = new Date(Math.min(...early.map((one) => one.due)) + shift).toLocaleDateString(undefined, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  const noun = historyOf(first.request.operation).dated?.noun ?? 'result';
  const share = early.length === requests.length ? '' : ` for ${early.length} of these requests`;
  return `No new ${noun} is due before ${due}${share}. Refreshing now costs ${credits} credit${credits === 1 ? '' : 's'} and will probably return the same values.`;
}
