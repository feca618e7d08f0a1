// The calls, wired from the settings, and all who are told when one has finished.
import type { AuditTrail } from './audit/auditTrail';
import { CallCoordinator } from './calls/callCoordinator';
import type { OnFinish } from './calls/callMaker';
import type { GatewayHistory } from './history/gatewayHistory';
import type { OpenSpending } from './openSpending';
import { serviceName, type Settings } from './settings/settings';
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
  readonly history: GatewayHistory | undefined;
}

export const openCalls = (
  settings: Settings,
  { money, metrics, audit, history, ...parts }: CallsWiring,
): CallCoordinator =>
  new CallCoordinator({
    ...parts,
    settings,
    service: serviceName(settings.upstream),
    spending: money.spending ?? freeSpending,
    onFinish: tellAll({ money, metrics, audit, history }),
  });

const tellAll =
  ({
    money,
    metrics,
    audit,
    history,
  }: Pick<CallsWiring, 'money' | 'metrics' | 'audit' | 'history'>): OnFinish =>
  (request, person, call, milliseconds, reserved) => {
    const { facts } = call;
    const { operation } = request;
    const { status } = facts;
    const credits = facts.credits ?? request.credits;
    metrics.upstream.observe({ operation, status }, milliseconds / 1_000);
    metrics.spent.inc({ operation }, credits);
    money.usage?.note(person, operation, { spent: credits }, reserved);
    audit?.note('answered', { person: person.id, operation, status, credits: facts.credits });
    if (status === 429) money.statistic.doubt();
    history?.note(request, person, call);
  };
