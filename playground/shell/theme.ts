// Light or dark for the page, the grid and the pane. Follows the system until the button is pressed.
import { element } from './element';

export class Theme {
  private readonly system = matchMedia('(prefers-color-scheme: dark)');
  /** What was chosen with the button. */
  chosen: 'dark' | 'light' | undefined;
  private readonly listeners: ((dark: boolean) => void)[] = [];

  constructor() {
    this.system.addEventListener('change', () => this.apply());
    element('theme').addEventListener('click', () => {
      this.chosen = this.dark ? 'light' : 'dark';
      this.apply();
    });
    this.apply();
  }

  get dark(): boolean {
    return this.chosen ? this.chosen === 'dark' : this.system.matches;
  }

  onChanged(listener: (dark: boolean) => void): void {
    this.listeners.push(listener);
  }

  private apply(): void {
    document.documentElement.dataset['theme'] = this.dark ? 'dark' : 'light';
    const button = element('theme');
    button.textContent = this.dark ? 'Light' : 'Dark';
    button.setAttribute('aria-pressed', String(this.dark));
    for (const listener of this.listeners) listener(this.dark);
  }
}
