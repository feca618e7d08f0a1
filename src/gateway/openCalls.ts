// The calls, wired from the settings, and all who are told when one has finished.
import type { AuditTrail } from './audit/auditTrail';
import { CallCoordinator } from './calls/callCoordinator';
import type { OnFinish } from './calls/callMaker';
import type { OpenSpending } from './openSpending';
import type { Settings } from './settings/settings';
import { freeSpending } from './spending/spending';
import type { ResilientStore } from './stores/resilientStore';
import type { Metrics } from './telemetry/metrics';
import type { Upstream } from './upstream/upstream';

export interface CallsWiring {
  readonly store: ResilientStore;
  readonly upstream: Upstream;
  readonly money: OpenSpending;
  readonly clock: () => number;
  readonly elapsed: () => number;
  readonly metrics: Metrics;
  readonly audit: AuditTrail | undefined;
}

/** The address without what does not change whom it reaches. */
const serviceName = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, '');

export const openCalls = (
  settings: Settings,
  { money, metrics, audit, ...parts }: CallsWiring,
): CallCoordinator =>
  new CallCoordinator({
    ...parts,
    settings,
    service: serviceName(settings.upstream),
    spending: money.spending ?? freeSpending,
    onFinish: tellAll(money, metrics, audit),
  });

const tellAll =
  (money: OpenSpending, metrics: Metrics, audit: AuditTrail | undefined): OnFinish =>
  (request, person, { facts }, milliseconds) => {
    const { operation } = request;
    const { status } = facts;
    const credits = facts.credits ?? request.credits;
    metrics.upstream.observe({ operation, status }, milliseconds / 1_000);
    metrics.spent.inc({ operation }, credits);
    money.usage?.note(person, operation, { spent: credits });
    audit?.note('answered', { person: person.id, operation, status, credits: facts.credits });
    if (status === 429) money.statistic.doubt();
  };
