// Members the add-in asked for and this host does not have. A silent stub would let a test pass for nothing, so each is
// refused, kept here and said in the console, where the end-to-end tests see it over every load of a page: each asserts
// that there was none.
export class UnknownMembers {
  readonly list: string[] = [];

  constructor(private readonly say: (sentence: string) => void) {}

  add(member: string): void {
    if (this.list.includes(member)) return;
    this.list.push(member);
    this.say(`The simulated Excel does not have ${member}`);
  }
}
