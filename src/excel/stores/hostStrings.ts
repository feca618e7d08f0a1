// The stores this host may have, best first: roaming, Office, browser.
import type { Clock } from '../../engine/ports/clock';
import type { Notice } from '../../engine/ports/guardedStore';
import {
  firstWorking,
  localStrings,
  officeStrings,
  roamingStrings,
  type OfficeStorage,
  type StringStore,
} from './stringStore';

interface Host {
  readonly Office?: {
    readonly context?: { readonly roamingSettings?: Office.RoamingSettings; readonly partitionKey?: string };
  };
  readonly OfficeRuntime?: { readonly storage?: OfficeStorage };
  readonly localStorage?: Storage;
}

export function hostStrings(clock: Clock, notice: Notice, host: Host = globalThis): Promise<StringStore> {
  const stores = [
    () => {
      const roaming = host.Office?.context?.roamingSettings;
      return roaming && roamingStrings(roaming);
    },
    () => {
      const storage = host.OfficeRuntime?.storage;
      return storage && officeStrings(storage);
    },
    () => {
      const storage = host.localStorage;
      return storage && localStrings(storage, host.Office?.context?.partitionKey);
    },
  ];
  return firstWorking(stores, clock, notice);
}
