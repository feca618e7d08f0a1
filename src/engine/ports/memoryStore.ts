// A store that lives as long as the page: the last resort where nothing else works, and the one tests use.
import type { StoreArea, Store } from './store';

export function createMemoryStore(): Store {
  const rooms = new Map<StoreArea, Map<string, unknown>>();
  const room = (area: StoreArea) => {
    const found = rooms.get(area) ?? new Map<string, unknown>();
    rooms.set(area, found);
    return found;
  };
  return {
    get: (area, key) => Promise.resolve(room(area).get(key)),
    put: (area, rows) => {
      for (const [key, value] of rows) room(area).set(key, value);
      return Promise.resolve();
    },
    update: (area, keys, change) => {
      for (const key of keys) {
        const next = change(key, room(area).get(key));
        if (next === undefined) room(area).delete(key);
        else room(area).set(key, next);
      }
      return Promise.resolve();
    },
    delete: (area, keys) => {
      for (const key of keys) room(area).delete(key);
      return Promise.resolve();
    },
    entries: (area) => Promise.resolve([...room(area)]),
    clear: (area) => {
      room(area).clear();
      return Promise.resolve();
    },
    close: () => undefined,
  };
}
