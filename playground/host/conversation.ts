// The messages between the host page and office.js in the frame: JSON over postMessage. Field names and numbers are those
// of office.js's own web client (Microsoft.Office.Common.Message).
export interface HostRequest {
  readonly _messageType: number;
  readonly _actionType: number;
  readonly _actionName: string;
  readonly _conversationId: string;
  readonly _correlationId: number;
  readonly _data: unknown;
}

export type RequestHandler = (action: string, data: unknown) => unknown;

const messageType = { request: 0, response: 1 } as const;
const actionType = { invoke: 0, register: 1, unregister: 2 } as const;
const responseType = { reply: 0, event: 1 } as const;

export class Conversation {
  private readonly registrations = new Map<string, HostRequest>();

  constructor(
    readonly id: string,
    private readonly frame: () => Window | null,
    private readonly origin: string,
    private readonly handle: RequestHandler,
  ) {}

  receive(event: MessageEvent<unknown>): void {
    if (event.source === null || event.source !== this.frame() || typeof event.data !== 'string') return;
    const request = parse(event.data);
    if (!request || request._conversationId !== this.id) return;
    void this.handleRequest(request);
  }

  /** Raises an event, if there is a registration for it. */
  raise(eventName: string, data: unknown): boolean {
    const registration = this.registrations.get(eventName);
    if (!registration) return false;
    this.reply(registration, data, responseType.event);
    return true;
  }

  private async handleRequest(request: HostRequest): Promise<void> {
    if (request._actionType === actionType.register) {
      this.registrations.set(eventName(request), request);
      this.reply(request, { Error: 0 });
      return;
    }
    if (request._actionType === actionType.unregister) {
      this.registrations.delete(eventName(request));
      this.reply(request, { Error: 0 });
      return;
    }
    const data = await this.handle(request._actionName, request._data);
    if (data !== undefined) this.reply(request, data);
  }

  private reply(request: HostRequest, data: unknown, type: number = responseType.reply): void {
    const message = {
      _messageType: messageType.response,
      _responseType: type,
      _errorCode: 0,
      _actionName: request._actionName,
      _conversationId: request._conversationId,
      _correlationId: request._correlationId,
      _origin: this.origin,
      _data: data,
    };
    this.frame()?.postMessage(JSON.stringify(message), this.origin);
  }
}

function eventName(request: HostRequest): string {
  return request._actionName;
}

function parse(text: string): HostRequest | undefined {
  try {
    const message = JSON.parse(text) as HostRequest;
    return message._messageType === messageType.request ? message : undefined;
  } catch {
    return undefined;
  }
}
