// The type of an operation's guide: help texts and examples. It is separate from the table entry because forms, the reference
// and error messages show it, and a cached formula does not need it.

export interface Example {
  readonly formula: string;
  readonly says: string;
  /** For an example whose result the help pages show: what the cells it refers to contain. */
  readonly cells?: Readonly<Record<string, string>>;
}

export interface Assumption {
  /** What the service document does not say. */
  readonly open: string;
  readonly assumed: string;
  readonly change: string;
}

export interface CodeSource {
  /** The parameters that take the code. */
  readonly code: string;
  readonly from: string;
}

/** Where results show what a parameter takes, so that a form can suggest it. */
export interface Picked {
  /** The field that holds the value. */
  readonly value: string;
  /** The field that says what people call it. */
  readonly label?: string;
  /** A search by this parameter, without the one that is picked, finds more of them. */
  readonly lookup?: string;
}

export interface Guide<Name extends PropertyKey = string> {
  /** Shown in Excel's tooltip. */
  readonly summary: string;
  /** One line for each parameter but `timeout`, which all operations share. */
  readonly help: Readonly<Record<Exclude<Name, 'timeout'>, string>>;
  readonly examples: readonly Example[];
  /**
   * What a 412 of this operation can mean. It has several causes (removed, blocked, private, not responding), so the
   * sentence does not assert a single one.
   */
  readonly unavailable: string;
  /** What each parameter with an assumed wire name is, to complete "Field name of …". */
  readonly assumedNames?: Readonly<Partial<Record<Name, string>>>;
  /** What else the service document leaves open about this operation. */
  readonly assumptions?: Readonly<Record<string, Assumption>>;
  /** Where to find the codes that the service publishes no list of. */
  readonly codes?: readonly CodeSource[];
  readonly picks?: Readonly<Partial<Record<Name, Picked | readonly Picked[]>>>;
}
