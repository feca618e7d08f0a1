import { createRowHistory } from '../../src/history/rowHistory';
import { createMemoryRows } from '../../src/history/rows';
import { describeHistoryStore } from './support/storeContract';

describeHistoryStore(
  'memory',
  () => {
    const rows = new Map<string, string>();
    const reopen = () => Promise.resolve(createRowHistory(createMemoryRows(rows)));
    return Promise.resolve({ store: createRowHistory(createMemoryRows(rows)), reopen });
  },
  200,
);
