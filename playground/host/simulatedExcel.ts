// The host side of one add-in instance: responds to office.js as Excel on the web does, using a grid. A reopened workbook is a
// new instance with a new conversation, because office.js caches settings by the conversation's id.
import { appContext } from './appContext';
import type { FrameIdentity } from './addInFrame';
import { Conversation } from './conversation';
import { CustomFunctionCalls } from '../calls/customFunctionCalls';
import type { DocumentSettings } from './richApi/documentSettings';
import type { HostLog } from '../calls/hostLog';
import type { Identity } from './identity';
import type { WorkbookParts } from './parts/workbookParts';
import { dataTypesOf, type RequirementMatrix } from './requirementMatrix';
import { Batch, type BatchRequest, type ObjectModel } from './richApi/batch';
import { calculated, EventTargets, selectionChanged, wholeWorkbook } from './richApi/eventTargets';
import { objectModel, type PaneState } from './richApi/objectModel';
import { areaName } from '../grid/area';
import type { Grid } from '../grid/grid';
import { isTooLarge, refusal } from './payloadLimit';
import type { UnknownMembers } from './richApi/unknownMembers';

export interface HostParts {
  readonly grid: Grid;
  readonly settings: DocumentSettings;
  readonly parts: WorkbookParts;
  readonly matrix: RequirementMatrix;
  readonly decimal: string;
  /** The display language, such as `en-US`. */
  readonly language: string;
  readonly pane: PaneState;
  readonly identity: Identity;
  readonly log: HostLog;
  readonly unknownMembers: UnknownMembers;
  readonly frame: () => Window | null;
  readonly origin: string;
  /** Of the frame with the add-in. */
  readonly instance: FrameIdentity;
}

const dispatch = {
  refreshSettings: 75,
  saveSettings: 76,
  richApi: 93,
  commandCompleted: 94,
  getAccessToken: 98,
} as const;

export class SimulatedExcel {
  readonly identity: FrameIdentity;
  readonly calls: CustomFunctionCalls;
  /** Round trips of `context.sync()`. */
  batches = 0;
  private readonly conversation: Conversation;
  private readonly model: ObjectModel;
  private readonly events = new EventTargets();
  private readonly commands = new Map<string, (status: number) => void>();

  constructor(private readonly parts: HostParts) {
    this.identity = parts.instance;
    this.conversation = new Conversation(
      this.identity.conversationId,
      parts.frame,
      parts.origin,
      (action, data) => this.handle(action, data),
    );
    this.calls = new CustomFunctionCalls(
      (entries) => this.conversation.raise('richApiMessage', { ArrayData: entries }),
      dataTypesOf(parts.matrix),
      parts.log,
    );
    this.model = objectModel(parts, this.calls, this.events);
  }

  receive(event: MessageEvent<unknown>): void {
    this.conversation.receive(event);
  }

  /** Runs a ribbon command of the add-in; settles when the add-in reports completion. */
  runCommand(functionName: string): Promise<void> {
    const id = crypto.randomUUID();
    this.parts.log.add('command', functionName);
    return new Promise((resolve, reject) => {
      this.commands.set(id, (status) => {
        if (status === 0) resolve();
        else reject(new Error(`The add-in has no command ${functionName} (${status}).`));
      });
      const event = JSON.stringify({ source: { id: functionName } });
      const heard = this.conversation.raise('appCommandInvoked', [id, functionName, event]);
      if (!heard) reject(new Error('The add-in is not listening for commands yet.'));
    });
  }

  raiseSelectionChanged(): void {
    const area = this.parts.grid.selection();
    const message = { address: areaName(area), worksheetId: area.sheetId };
    const entries = this.events.entries(selectionChanged, [area.sheetId, wholeWorkbook], message);
    if (entries.length > 0) this.conversation.raise('richApiMessage', { ArrayData: entries });
    this.conversation.raise('documentSelectionChanged', {});
  }

  /** The engine does not say which sheets it calculated, so every sheet is told. */
  raiseCalculated(): void {
    const entries = this.parts.grid
      .sheets()
      .flatMap(({ id }) =>
        this.events.entries(calculated, [id, wholeWorkbook], { worksheetId: id, address: '' }),
      );
    if (entries.length > 0) this.conversation.raise('richApiMessage', { ArrayData: entries });
  }

  private handle(action: string, data: unknown): unknown {
    switch (action) {
      case 'ContextActivationManager_getAppContextAsync':
        return appContext(this.identity, this.parts.settings, this.parts.matrix, this.parts.pane.isOpen());
      case 'ContextActivationManager_notifyHost':
        return undefined;
      case 'executeMethod':
        return this.execute(data as Record<string, unknown>);
      default:
        this.parts.log.add('unknown call', { action, data });
        this.parts.unknownMembers.add(`host action ${action}`);
        return { Error: 5001 };
    }
  }

  private async execute(data: Record<string, unknown>): Promise<unknown> {
    const method = (data['DdaMethod'] as { DispatchId?: number } | undefined)?.DispatchId;
    switch (method) {
      case dispatch.richApi:
        return this.runBatch(data);
      case dispatch.saveSettings:
        this.saveSettings(data);
        return { Version: 1, Error: 0, Properties: {} };
      case dispatch.refreshSettings: {
        const list = this.parts.settings.entries().map(([Name, Value]) => ({ Name, Value }));
        return { Version: 1, Error: 0, Properties: { Settings: list } };
      }
      case dispatch.getAccessToken:
        this.parts.log.add('token asked for', { prompt: data['allowSignInPrompt'] });
        return this.parts.identity.reply();
      case dispatch.commandCompleted:
        this.completeCommand(data);
        return { Version: 1, Error: 0 };
      default:
        this.parts.log.add('unknown call', data);
        this.parts.unknownMembers.add(`host method ${method ?? 'unnamed'}`);
        return { Version: 1, Error: 5001 };
    }
  }

  private async runBatch(data: Record<string, unknown>): Promise<unknown> {
    const body = String((data['ArrayData'] as unknown[])[4]);
    if (isTooLarge(body)) return this.refuse(refusal.requestTooLarge, body);
    const request = JSON.parse(body) as BatchRequest;
    this.batches += 1;
    const reply = await new Batch(this.model, request).run();
    if (reply.Error) this.parts.log.add('batch failed', { error: reply.Error, request });
    const text = JSON.stringify(reply);
    if (isTooLarge(text)) return this.refuse(refusal.responseTooLarge, text);
    return { Version: 1, Error: 0, Data: [200, [], text] };
  }

  private refuse(Error: number, body: string): unknown {
    this.parts.log.add('over 5 MB', { Error, characters: body.length });
    return { Version: 1, Error };
  }

  private saveSettings(data: Record<string, unknown>): void {
    const method = data['DdaSettingsMethod'] as { Properties?: [string, string][] } | undefined;
    const properties = method?.Properties ?? [];
    this.parts.settings.replaceAll(properties);
    this.parts.log.add(
      'settings saved',
      properties.map(([name]) => name),
    );
  }

  /** This method names its arguments by position: the command's id, its status, its event as JSON. */
  private completeCommand(data: Record<string, unknown>): void {
    const id = String(data['0']);
    this.commands.get(id)?.(Number(data['1']));
    this.commands.delete(id);
  }
}
