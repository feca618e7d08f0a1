// The add-in's buttons as the manifest describes them.
import { element } from './element';
import type { RibbonButton } from '../addIn/manifest';

export interface RibbonActions {
  openPane(): void;
  runCommand(functionName: string): Promise<void>;
}

export function showRibbon(buttons: readonly RibbonButton[], actions: RibbonActions): void {
  element('ribbon').replaceChildren(...buttons.map((button) => buttonElement(button, actions)));
}

function buttonElement(button: RibbonButton, actions: RibbonActions): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.id = `ribbon-${button.id}`;
  made.title = button.tip;
  if (button.icon !== '') {
    const icon = document.createElement('img');
    icon.src = button.icon;
    icon.alt = '';
    made.append(icon);
  }
  made.append(button.label);
  made.addEventListener('click', () => {
    if (button.functionName === undefined) return actions.openPane();
    made.disabled = true;
    void actions.runCommand(button.functionName).finally(() => (made.disabled = false));
  });
  return made;
}
