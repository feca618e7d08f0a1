// Which charts follow a result, kept in the file. A chart that was deleted is forgotten and never made again.
interface DocumentSettings {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  saveAsync(): void;
}

export interface FollowedChart {
  readonly sheetId: string;
  /** People rename charts; nobody says whether the id outlives the session. A chart is found by either. */
  readonly id?: string;
  readonly name: string;
}

const settingName = 'Spillway.Charts';

const isFollowed = (value: unknown): value is FollowedChart => {
  const { sheetId, id, name } = (value ?? {}) as Record<string, unknown>;
  const isId = id === undefined || typeof id === 'string';
  return typeof sheetId === 'string' && typeof name === 'string' && isId;
};

export function readFollowed(settings: DocumentSettings): FollowedChart[] {
  try {
    const text = settings.get(settingName);
    const stored: unknown = JSON.parse(typeof text === 'string' ? text : '[]');
    return Array.isArray(stored) ? stored.filter(isFollowed) : [];
  } catch {
    return [];
  }
}

export function writeFollowed(settings: DocumentSettings, charts: readonly FollowedChart[]): void {
  settings.set(settingName, JSON.stringify(charts));
  settings.saveAsync();
}
