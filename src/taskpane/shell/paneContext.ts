// What every view is handed: the one runtime, the workbook, the clock. Nothing in the pane reads globals for these.
import { createContext, useContext } from 'react';
import type { HeldCells } from '../../excel/recalculation/heldCells';
import type { Runtime } from '../../excel/runtime';
import type { Workbook } from '../../excel/workbook/workbook';
import type { GatewayInfo } from '../../protocol/gateway';

export interface PaneParts {
  readonly runtime: Runtime;
  readonly workbook: Workbook;
  readonly heldCells: HeldCells;
  /** Has Excel call these cells again; resolves when it was told. */
  readonly recalculate: (cells: readonly string[]) => Promise<void>;
  readonly now: () => number;
  readonly gateway: GatewayInfo;
  /** Set in development builds, where functions carry a prefix. */
  readonly namespace: string;
  readonly drafts: Drafts;
}

export interface PaneValue extends PaneParts {
  /** Says a sentence to screen readers; `urgent` interrupts. */
  readonly announce: (sentence: string, urgent?: boolean) => void;
  readonly open: (view: ViewId) => void;
}

export const viewIds = [
  'start',
  'build',
  'history',
  'usage',
  'match',
  'activity',
  'watch',
  'settings',
] as const;
export type ViewId = (typeof viewIds)[number];

export const PaneContext = createContext<PaneValue | undefined>(undefined);

export function usePane(): PaneValue {
  const pane = useContext(PaneContext);
  if (!pane) throw new Error('The view is outside the pane.');
  return pane;
}

interface Drafts {
  read<Value>(name: string): Value | undefined;
  write(name: string, value: unknown): void;
}

export function createDrafts(): Drafts {
  const kept = new Map<string, unknown>();
  return {
    read: <Value>(name: string) => kept.get(name) as Value | undefined,
    write: (name, value) => void kept.set(name, value),
  };
}

/** Set when another view sends the person to what can be relinked. */
export const sharingWanted = 'sharing wanted';
