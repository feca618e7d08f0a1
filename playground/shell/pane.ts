// The docked pane with the add-in's frame: opened and closed by the ribbon, the add-in and its own button. Closing only
// hides it, because functions and pane share one runtime.
import { element } from './element';
import { frameAddress, frameName, type FrameIdentity } from '../host/addInFrame';
import type { PaneState } from '../host/richApi/objectModel';

const narrowest = 320;
const step = 16;

export class Pane implements PaneState {
  private frame: HTMLIFrameElement | undefined;
  private readonly stage = element('pane').parentElement ?? document.body;

  constructor(
    title: string,
    private readonly address: string,
    private readonly onFrame: (frame: HTMLIFrameElement) => void,
  ) {
    element('paneTitle').textContent = title;
    element('closePane').addEventListener('click', () => this.close());
    this.makeResizable(element('divider'));
  }

  get window(): Window | null {
    return this.frame?.contentWindow ?? null;
  }

  isOpen(): boolean {
    return !this.stage.classList.contains('closed');
  }

  open(): void {
    this.stage.classList.remove('closed');
  }

  close(): void {
    this.stage.classList.add('closed');
  }

  /** Settles when the page of the add-in has loaded. */
  load(identity: FrameIdentity): Promise<Window> {
    const frame = document.createElement('iframe');
    frame.name = frameName(identity, location.origin);
    frame.title = element('paneTitle').textContent ?? '';
    frame.src = frameAddress(this.address, identity);
    const loaded = new Promise<Window>((resolve) =>
      frame.addEventListener('load', () => frame.contentWindow && resolve(frame.contentWindow)),
    );
    element('paneFrame').replaceChildren(frame);
    this.frame = frame;
    this.onFrame(frame);
    return loaded;
  }

  /** The add-in ends, as it does when its workbook is closed. */
  unload(): void {
    this.frame = undefined;
    element('paneFrame').replaceChildren();
  }

  private makeResizable(divider: HTMLElement): void {
    const setWidth = (width: number) => {
      const allowed = Math.min(Math.max(width, narrowest), window.innerWidth / 2);
      document.documentElement.style.setProperty('--paneWidth', `${allowed}px`);
    };
    const move = (event: PointerEvent) => setWidth(window.innerWidth - event.clientX);
    divider.addEventListener('pointerdown', (event) => {
      divider.setPointerCapture(event.pointerId);
      this.stage.classList.add('resizing');
      divider.addEventListener('pointermove', move);
    });
    divider.addEventListener('lostpointercapture', () => {
      this.stage.classList.remove('resizing');
      divider.removeEventListener('pointermove', move);
    });
    divider.addEventListener('keydown', (event) => {
      const width = element('pane').getBoundingClientRect().width;
      if (event.key === 'ArrowLeft') setWidth(width + step);
      if (event.key === 'ArrowRight') setWidth(width - step);
    });
  }
}
