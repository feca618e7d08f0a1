// Opens the history of this page: IndexedDB, the gateway that the add-in was loaded from, messages to the other windows.
import type { Locks } from '../../engine/ports/crossWindow';
import type { Network } from '../../engine/remote/client/exchange';
import { readGatewayJson } from '../../engine/remote/client/gatewayJson';
import type { Access } from '../../engine/request/credential';
import { createMemoryRows, type Rows } from '../../history/rows';
import type { History, SettingsStore } from '../runtime';
import { createIndexedDbRows } from '../stores/indexedDbRows';
import type { ChangeBroadcast } from '../user/changeBroadcast';
import type { AskGateway } from './gatewayHistory';
import { gatewayMemo } from './gatewayMemo';
import { createHistory } from './history';

export interface OpenHistoryParts extends Network {
  readonly access: () => Promise<Access | undefined>;
  readonly settings: Pick<SettingsStore, 'current'>;
  readonly locks: Locks | undefined;
  readonly notice: (text: string) => void;
  readonly broadcast: ChangeBroadcast;
  readonly rows?: Rows | undefined;
}

function localRows(): Rows {
  try {
    return typeof indexedDB === 'undefined' ? createMemoryRows() : createIndexedDbRows();
  } catch {
    return createMemoryRows();
  }
}

export function openHistory(parts: OpenHistoryParts): History {
  const { clock, locks, notice, settings } = parts;
  const ask: AskGateway = async (path, method) => {
    const access = await parts.access();
    if (!access) throw new Error('No key is saved.');
    return readGatewayJson(parts, access, path, method);
  };
  const memo = gatewayMemo(clock, ask);
  const history = createHistory({
    rows: () => parts.rows ?? localRows(),
    clock,
    locks,
    notice,
    limit: () => settings.current().historyBytes,
    gateway: (path, method) => (method === 'DELETE' ? ask(path, method) : memo.get(path)),
    broadcast: parts.broadcast,
  });
  history.subscribe(memo.forget);
  return history;
}
