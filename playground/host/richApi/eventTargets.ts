// Registered events of the object model. Excel only sends an event for a target while the add-in has registered it; the
// event's number is the one its client expects (`eventType` of its GenericEventHandlers).
import type { MessageEntry } from '../../calls/customFunctionCalls';

export const selectionChanged = 14;
export const calculated = 16;
/** The target of an event of the whole workbook, `eventWorkbookId` in the client. */
export const wholeWorkbook = 'Workbook';

const eventCategory = 65536;

export class EventTargets {
  private readonly registered = new Set<string>();

  add(event: number, target: string): void {
    this.registered.add(key(event, target));
  }

  remove(event: number, target: string): void {
    this.registered.delete(key(event, target));
  }

  /** One entry for each registered target. */
  entries(event: number, targets: readonly string[], message: unknown): MessageEntry[] {
    return targets
      .filter((target) => this.registered.has(key(event, target)))
      .map((target) => [eventCategory, event, target, JSON.stringify(message), 0, false]);
  }
}

const key = (event: number, target: string): string => `${event} ${target}`;
