// Members the add-in asked for and this host does not have. A silent stub would let a test pass for nothing, so each is
// refused and kept here; the end-to-end suite asserts that the list is empty.
export class UnknownMembers {
  readonly list: string[] = [];

  add(member: string): void {
    if (!this.list.includes(member)) this.list.push(member);
  }
}
