// Office.context.document.settings: they are part of the file, so the workbook store saves them with it.
export class DocumentSettings {
  private values: Map<string, string>;
  private readonly listeners: (() => void)[] = [];

  constructor(initial: Readonly<Record<string, string>> = {}) {
    this.values = new Map(Object.entries(initial));
  }

  /** Name and JSON text, as the application context carries them. */
  entries(): [string, string][] {
    return [...this.values];
  }

  get(name: string): string | undefined {
    return this.values.get(name);
  }

  set(name: string, json: string): void {
    this.values.set(name, json);
    this.changed();
  }

  delete(name: string): void {
    if (this.values.delete(name)) this.changed();
  }

  replaceAll(entries: Iterable<[string, string]>): void {
    this.values = new Map(entries);
    this.changed();
  }

  toJSON(): Record<string, string> {
    return Object.fromEntries(this.values);
  }

  onChanged(listener: () => void): void {
    this.listeners.push(listener);
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
