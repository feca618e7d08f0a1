// "Next day" turns the calendar of the sandbox, the gateway and the add-in's page together, so that a history of days is seen in
// seconds. The page has no calendar of its own: what its frame reads as the time is moved.
import { addInAddress } from '../addIn/place';
import { element } from './element';

const day = 86_400_000;

interface FrameWindow extends Window {
  Date: DateConstructor;
}

export class Calendar {
  constructor(private days: number) {
    const button = element('nextDay') as HTMLButtonElement;
    button.hidden = false;
    this.show();
    button.addEventListener('click', () => {
      button.disabled = true;
      void this.turn().finally(() => (button.disabled = false));
    });
  }

  now(): number {
    return Date.now() + this.days * day;
  }

  /** From the moment its page begins: what is calculated while it loads has today's date too. */
  watch(frame: HTMLIFrameElement): void {
    let isLoaded = false;
    frame.addEventListener('load', () => (isLoaded = true));
    const look = () => {
      if (frame.contentWindow) this.move(frame.contentWindow as FrameWindow);
      if (!isLoaded && frame.isConnected) setTimeout(look, 1);
    };
    look();
  }

  private move(frame: FrameWindow): void {
    const moved = frame as FrameWindow & { movedCalendar?: true };
    if (moved.movedCalendar) return;
    moved.movedCalendar = true;
    const clock = frame.Date.now;
    frame.Date.now = () => clock() + this.days * day;
  }

  private async turn(): Promise<void> {
    const response = await fetch(addInAddress('sandbox/calendar'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ aheadDays: this.days + 1 }),
    });
    if (response.ok) this.days += 1;
    this.show(response.ok);
  }

  private show(isTurned = true): void {
    const date = new Date(this.now()).toLocaleDateString('en', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    });
    element('nextDay').textContent = isTurned ? `${date} · Next day` : 'The date did not change. Try again';
  }
}
