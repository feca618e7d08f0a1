// The parameters whose existence the service document gives and whose wire name it does not, with the name assumed.
// A user can re-map them in the pane (Settings, Wire names); a 422 that rejects one says so.

export const wireNames = {
  'bizbureau.rating': 'rating',
  'bizbureau.radius': 'radius',
  'stays.destination_kind': 'destination_kind',
  'stays.sort': 'sort',
  'stays.min_review_score': 'min_review_score',
} as const;

export type AssumptionId = keyof typeof wireNames;
export type WireNames = Readonly<Partial<Record<AssumptionId, string>>>;

/** The name a parameter is sent under; an empty name in the settings is no name. */
export const wireNameOf = (
  name: string,
  { assumption }: { readonly assumption?: AssumptionId },
  mapped: WireNames = {},
): string => (assumption ? mapped[assumption] || wireNames[assumption] : name);

const sourceOf = (id: string) => id.split('.')[0];

/** Another assumed parameter of the same operation that would be sent under this name. */
export function sameWireName(id: AssumptionId, name: string, mapped: WireNames): AssumptionId | undefined {
  const ids = Object.keys(wireNames) as AssumptionId[];
  return ids.find(
    (other) =>
      other !== id && sourceOf(other) === sourceOf(id) && (mapped[other] || wireNames[other]) === name,
  );
}
