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

/** The name a parameter is sent under; an empty name in the settings is ignored. */
export const wireNameOf = (
  name: string,
  { assumption }: { readonly assumption?: AssumptionId },
  mapped: WireNames = {},
): string => (assumption && mapped[assumption]) || name;

/** Another parameter of the same operation that is sent under this name, whether assumed or documented. */
export function sameWireName(id: AssumptionId, name: string, mapped: WireNames): string | undefined {
  const source = operationIds.find((each) => id.startsWith(`${each}.`));
  const others = Object.entries(source ? operationOf(source).params : {});
  return others.find(
    ([own, parameter]) => parameter.assumption !== id && wireNameOf(own, parameter, mapped) === name,
  )?.[0];
}
