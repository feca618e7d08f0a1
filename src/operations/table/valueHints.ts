// The type of an operation's value hints: labels, aliases and synonyms of enumeration values. Only messages and forms use it, so a
// cached formula does not load it.

/** For a closed list, what people type for its values. Several values are separated by spaces, best first. */
export type Aliases = readonly (readonly [values: readonly string[], Readonly<Record<string, string>>])[];

export interface ValueHints {
  /** Labels that cannot be derived from the value. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Compared without case, spaces and punctuation. Only suggested: a value is never replaced by another one. */
  readonly aliases?: Aliases;
  /** For a word, the values it may mean, or parts of them. */
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
  /** Lists of standard codes, which people know by their names. */
  readonly codes?: readonly (readonly [values: readonly string[], 'currency' | 'language'])[];
}
