// The one runtime behind functions and pane: engine, settings, key, filter sets and the cells that asked.
// Built once for each page and handed down; nothing else in the product holds state.
import type { DataRequest } from '../engine/dataRequest';
import type { Engine } from '../engine/engine';
import type { Settings } from '../engine/settings';

export interface SettingsStore {
  current(): Settings;
  update(change: Partial<Settings>): Promise<void>;
  reset(): Promise<void>;
  subscribe(listener: () => void): () => void;
  /** Which store holds them here, for diagnostics. */
  readonly where: 'roaming' | 'office' | 'local' | 'memory';
}

export interface KeyVault {
  /** Masked for display (`••••••3f9a`); undefined while no key is saved. */
  masked(): string | undefined;
  read(): Promise<string | undefined>;
  save(key: string): Promise<void>;
  remove(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** A named set of stays parameters; kept in the workbook, or in the user's own library. */
export interface FilterSet {
  readonly name: string;
  /** Parameter names and values as the request schema takes them. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly changedAt: number;
}

export interface FilterSets {
  list(): readonly FilterSet[];
  /** Names are matched without regard to case. */
  get(name: string): FilterSet | undefined;
  save(set: FilterSet): Promise<void>;
  remove(name: string): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** What a cell asked for when Excel last called it. */
export interface CellUse {
  readonly cell: string;
  readonly function: string;
  readonly requests: readonly DataRequest[];
  /** Names of the filter sets its options referred to. */
  readonly filterSets: readonly string[];
  readonly failed: boolean;
  readonly at: number;
}

export interface Cells {
  note(use: CellUse): void;
  uses(): readonly CellUse[];
  of(cell: string): CellUse | undefined;
  subscribe(listener: () => void): () => void;
}

export interface Runtime {
  readonly engine: Engine;
  readonly settings: SettingsStore;
  readonly key: KeyVault;
  readonly filterSets: FilterSets;
  readonly library: FilterSets;
  readonly cells: Cells;
}
