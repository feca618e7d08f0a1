// Members the add-in used and this host does not implement. A silent stub would let a test pass wrongly, so each is
// rejected, recorded here and reported as an uncaught error. Every browser test asserts that there was none.
export class UnknownMembers {
  readonly list: string[] = [];

  constructor(private readonly report: (error: Error) => void) {}

  add(member: string): void {
    if (this.list.includes(member)) return;
    this.list.push(member);
    this.report(new Error(`The simulated Excel does not have ${member}.`));
  }
}
