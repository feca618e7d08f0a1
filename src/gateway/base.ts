// What every part of the gateway is built with.
import type { GatewaySettings } from './settings/settings';
import type { ResilientStore } from './stores/resilientStore';
import type { Log } from './telemetry/log';
import type { Metrics } from './telemetry/metrics';

export interface Base {
  readonly settings: GatewaySettings;
  readonly store: ResilientStore;
  /** The time of day, for dates. */
  readonly clock: () => number;
  /** Milliseconds since some start, for everything that is measured; it never jumps. */
  readonly elapsed: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
}
