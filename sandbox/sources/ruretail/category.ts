// One category of the Russian electronics shop. A line is `brand: series price, series price …`; every series comes in
// every size and colour of its category.

export interface Category {
  readonly name: string;
  /** How a product's name begins. */
  readonly noun: string;
  /** What people type for it in other words or languages. */
  readonly words: string;
  readonly lines: readonly string[];
  /** Sizes with the factor on the price, and the property they set. */
  readonly sizes: readonly (readonly [label: string, factor: number])[];
  readonly sizeIs: readonly [name: string, measure: string | null];
  readonly colours: readonly string[];
  /** Further properties: name, measure, values. */
  readonly properties: readonly (readonly [
    name: string,
    measure: string | null,
    values: readonly string[],
  ])[];
  readonly packs?: true;
}
