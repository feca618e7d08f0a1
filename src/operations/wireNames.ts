// The parameters that the service document describes without giving their wire name, with the name Spillway assumes.
// A user can map them to other names in the pane (Settings, Wire names); a 422 that rejects one says so.
import { operationIds, operationOf } from '.';
import type { AssumptionId } from './table/parameter';

export type { AssumptionId };
export type WireNames = Readonly<Record<AssumptionId, string | undefined>>;

/** The assumed name is the name of the parameter. */
export const wireNames: Readonly<Record<AssumptionId, string>> = Object.fromEntries(
  operationIds.flatMap((id) =>
    Object.entries(operationOf(id).params).flatMap(([name, { assumption }]) =>
      assumption === undefined ? [] : [[assumption, name]],
    ),
  ),
);

/** The name a parameter is sent under; an empty name in the settings is no name. */
export const wireNameOf = (
  name: string,
  { assumption }: { readonly assumption?: AssumptionId },
  mapped: WireNames = {},
): string => (assumption && mapped[assumption]) || name;

const sourceOf = (id: string) => id.split('.')[0];

/** Another assumed parameter of the same operation that would be sent under this name. */
export function sameWireName(id: AssumptionId, name: string, mapped: WireNames): AssumptionId | undefined {
  const ids = Object.keys(wireNames) as AssumptionId[];
  return ids.find(
    (other) =>
      other !== id && sourceOf(other) === sourceOf(id) && (mapped[other] || wireNames[other]) === name,
  );
}
