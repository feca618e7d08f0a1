// One object of the Excel object model as the host sees it: scalar properties, child objects and methods by their wire
// names. Anything that is not listed is rejected with ApiNotFound and recorded (unknownMembers.ts).
export type ApiResult = unknown;

export interface ScalarProperty {
  readonly get?: () => unknown;
  readonly set?: (value: unknown) => void;
}

export interface ApiObject {
  readonly type: string;
  readonly properties?: Readonly<Record<string, ScalarProperty>>;
  readonly children?: Readonly<Record<string, () => ApiObject>>;
  readonly methods?: Readonly<Record<string, (...args: unknown[]) => ApiResult>>;
  /** A collection's items, and how one of them is found by key or name. */
  readonly items?: () => ApiObject[];
  readonly item?: (key: unknown) => ApiObject;
  /** What an instantiation returns besides the reference id: ids let the client address an item directly. */
  readonly identity?: () => Record<string, unknown>;
}

export const nullObject: ApiObject = { type: 'null' };

export function isApiObject(value: unknown): value is ApiObject {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}
