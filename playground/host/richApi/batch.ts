// Runs one Rich API request of office.js: a list of actions over object paths, in order, until one fails. Object path and
// action numbers are those of the client (ObjectPathType, ActionType in OfficeExtension).
import { isApiObject, nullObject, type ApiObject } from './apiObject';
import { ApiError } from './apiError';
import { loadProperties, type QueryInfo } from './query';
import type { UnknownMembers } from './unknownMembers';

interface ArgumentInfo {
  readonly Arguments?: unknown[];
  readonly ReferencedObjectPathIds?: unknown[];
}

interface ObjectPath {
  readonly Id: number;
  readonly ObjectPathType: number;
  readonly Name: string;
  readonly ParentObjectPathId?: number;
  readonly ArgumentInfo?: ArgumentInfo;
}

interface Action {
  readonly Id: number;
  readonly ActionType: number;
  readonly Name: string;
  readonly ObjectPathId: number;
  readonly ArgumentInfo?: ArgumentInfo;
  readonly QueryInfo?: QueryInfo;
}

export interface BatchRequest {
  readonly Actions: readonly Action[];
  readonly ObjectPaths: Readonly<Record<string, ObjectPath>>;
}

export interface BatchReply {
  readonly Results: { ActionId: number; Value: unknown }[];
  /** The trace actions that were reached: the client only adds an event handler if its own is among them. */
  readonly TraceIds: number[];
  readonly Error?: Record<string, unknown>;
}

export interface ObjectModel {
  readonly root: () => ApiObject;
  readonly services: Readonly<Record<string, () => ApiObject>>;
  readonly references: Map<string, ApiObject>;
  readonly unknownMembers: UnknownMembers;
  /** Reading waits for the calculation, as Excel's own batches do. */
  readonly beforeRead: () => Promise<void>;
}

const pathType = {
  root: 1,
  service: 2,
  method: 3,
  property: 4,
  indexer: 5,
  reference: 6,
  nothing: 7,
} as const;
/** Counts up for good: several batches keep and remove objects side by side, and paths of the same number are common. */
let references = 0;
const actionType = { instantiate: 1, load: 2, method: 3, setProperty: 4, trace: 5 } as const;

export class Batch {
  private readonly resolved = new Map<number, ApiObject>();
  private readonly kept = new Map<number, string>();

  constructor(
    private readonly model: ObjectModel,
    private readonly request: BatchRequest,
  ) {}

  async run(): Promise<BatchReply> {
    const Results: BatchReply['Results'] = [];
    const TraceIds: number[] = [];
    for (const [index, action] of this.request.Actions.entries()) {
      try {
        Results.push({ ActionId: action.Id, Value: await this.perform(action) });
        if (action.ActionType === actionType.trace) TraceIds.push(action.Id);
      } catch (error) {
        return { Results, TraceIds, Error: this.describe(error, action, index) };
      }
    }
    return { Results, TraceIds };
  }

  private async perform(action: Action): Promise<unknown> {
    if (action.ActionType === actionType.trace) return null;
    const target = this.resolve(action.ObjectPathId);
    switch (action.ActionType) {
      case actionType.instantiate:
        return target === nullObject
          ? null
          : { ...target.identity?.(), ...this.reference(action.ObjectPathId) };
      case actionType.load:
        await this.model.beforeRead();
        return target === nullObject ? null : this.guard(() => loadProperties(target, action.QueryInfo));
      case actionType.method:
        return this.callMethod(target, action);
      case actionType.setProperty:
        this.setProperty(target, action);
        return null;
      default:
        throw this.unknown(`ActionType ${action.ActionType}`);
    }
  }

  private async callMethod(target: ApiObject, action: Action): Promise<unknown> {
    if (action.Name === '_KeepReference') {
      const id = `ref${(references += 1)}-${action.ObjectPathId}`;
      this.model.references.set(id, target);
      this.kept.set(action.ObjectPathId, id);
      return null;
    }
    const value = await this.invoke(target, action.Name, action.ArgumentInfo);
    return value === undefined || isApiObject(value) ? null : value;
  }

  private setProperty(target: ApiObject, action: Action): void {
    const set = target.properties?.[action.Name]?.set;
    if (!set) throw this.unknown(`${target.type}.${action.Name}=`);
    set(this.argumentsOf(action.ArgumentInfo)[0]);
  }

  private resolve(id: number): ApiObject {
    const known = this.resolved.get(id);
    if (known) return known;
    const path = this.request.ObjectPaths[String(id)];
    if (!path) throw new ApiError('InvalidArgument', `No object path ${id}`);
    const found = this.resolvePath(path);
    this.resolved.set(id, found);
    return found;
  }

  private resolvePath(path: ObjectPath): ApiObject {
    switch (path.ObjectPathType) {
      case pathType.root:
        return this.model.root();
      case pathType.service: {
        const service = this.model.services[path.Name];
        if (!service) throw this.unknown(path.Name);
        return service();
      }
      case pathType.reference: {
        const kept = this.model.references.get(path.Name);
        if (!kept) throw new ApiError('ItemNotFound', `No object with the reference ${path.Name}`);
        return kept;
      }
      case pathType.nothing:
        return nullObject;
    }
    const parent = this.resolve(path.ParentObjectPathId ?? 0);
    if (parent === nullObject) return nullObject;
    if (path.ObjectPathType === pathType.property) {
      const child = parent.children?.[path.Name];
      if (!child) throw this.unknown(`${parent.type}.${path.Name}`);
      return child();
    }
    if (path.ObjectPathType === pathType.indexer) {
      if (!parent.item) throw this.unknown(`${parent.type}[]`);
      return parent.item(this.argumentsOf(path.ArgumentInfo)[0]);
    }
    const made = this.invoke(parent, path.Name, path.ArgumentInfo);
    if (!isApiObject(made))
      throw new ApiError('GeneralException', `${parent.type}.${path.Name} returned no object`);
    return made;
  }

  private invoke(target: ApiObject, name: string, info: ArgumentInfo | undefined): unknown {
    const method = target.methods?.[name];
    if (!method) throw this.unknown(`${target.type}.${name}()`);
    return method(...this.argumentsOf(info));
  }

  /** An argument that is itself an object is sent as the number of its path. */
  private argumentsOf(info: ArgumentInfo | undefined): unknown[] {
    const referenced = info?.ReferencedObjectPathIds ?? [];
    return (info?.Arguments ?? []).map((argument, index) => {
      const pathId = referenced[index];
      return typeof pathId === 'number' && pathId > 0 ? this.resolve(pathId) : argument;
    });
  }

  private reference(pathId: number): Record<string, unknown> {
    const id = this.kept.get(pathId);
    return id === undefined ? {} : { _ReferenceId: id };
  }

  private unknown(member: string): ApiError {
    this.model.unknownMembers.add(member);
    return new ApiError('ApiNotFound', `The simulated Excel does not have ${member}.`, member);
  }

  private guard<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ApiNotFound')
        this.model.unknownMembers.add(error.location);
      throw error;
    }
  }

  private describe(error: unknown, action: Action, index: number): Record<string, unknown> {
    const known = error instanceof ApiError ? error : new ApiError('GeneralException', String(error));
    return {
      Code: known.code,
      Message: known.message,
      Location: known.location || action.Name,
      ActionIndex: index,
      HttpStatusCode: known.code === 'ApiNotFound' || known.code === 'ItemNotFound' ? 404 : 400,
    };
  }
}
