// Members the add-in asked for and this host does not have. A silent stub would let a test pass for nothing, so each is
// refused, kept here and reported as an error that nobody caught, which the end-to-end tests see over every load of a
// page: each asserts that there was none.
export class UnknownMembers {
  readonly list: string[] = [];

  constructor(private readonly report: (error: Error) => void) {}

  add(member: string): void {
    if (this.list.includes(member)) return;
    this.list.push(member);
    this.report(new Error(`The simulated Excel does not have ${member}.`));
  }
}
