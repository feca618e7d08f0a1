import { makeDataRequest } from '../../../../src/engine/request/dataRequest';
import { createCellRegistry } from '../../../../src/excel/recalculation/cellRegistry';
import { libraryFilterSets } from '../../../../src/excel/workbook/filterSets';
import {
  copySet,
  deleteSet,
  importSets,
  placedSets,
  renameSet,
  requestsWithout,
  restoreSet,
  saveNewSet,
  saveSet,
  type PlacedSet,
} from '../../../../src/taskpane/formulas/filterSets/filterSetChanges';
import { fakeWorkbook } from '../../fakeWorkbook';

async function world() {
  const store = () => {
    const texts = new Map<string, string>();
    return {
      get: (key: string) => Promise.resolve(texts.get(key)),
      set: (key: string, text: string) => Promise.resolve(void texts.set(key, text)),
    };
  };
  const parts = {
    filterSets: await libraryFilterSets(store()),
    library: await libraryFilterSets(store()),
    cells: createCellRegistry(),
    workbook: fakeWorkbook(),
    now: () => 7,
  };
  const use = (cell: string, name: string) => {
    parts.workbook.formulaAt.set(cell, `=STAYS.SEARCH("Rome",A1,A2,,,,"@${name}")`);
    parts.cells.note({
      cell,
      function: 'STAYS.SEARCH',
      requests: [],
      filterSets: [name],
      failed: false,
      at: 0,
    });
  };
  const only = (): PlacedSet => {
    const [first] = placedSets(parts);
    if (!first) throw new Error('There is no set.');
    return first;
  };
  return { ...parts, use, only };
}

const names = (sets: readonly PlacedSet[]) => sets.map(({ place, set }) => `${place} ${set.name}`);

test('a set that carries more than filters is listed with the reason, and cannot be copied', async () => {
  const sets = [
    { name: 'trap', params: { currency: 'EUR', count: 5000 }, changedAt: 1 },
    { name: 'ok', params: { currency: 'EUR' }, changedAt: 1 },
  ];
  const texts = new Map([['filterSets', JSON.stringify(sets)]]);
  const parts = await world();
  const store = {
    get: (key: string) => Promise.resolve(texts.get(key)),
    set: (key: string, text: string) => Promise.resolve(void texts.set(key, text)),
  };
  const all = placedSets({ ...parts, filterSets: await libraryFilterSets(store) });
  expect(all.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('The filter set "trap" contains "count", which is not a filter'),
    undefined,
  ]);
  await expect(copySet(parts, 'library', 'trap', all[0]!)).rejects.toThrow('not a filter');
  expect(parts.library.list()).toEqual([]);
});

test('sets are listed with the cells that use them; the workbook hides a set of the same name', async () => {
  const parts = await world();
  await saveSet(parts, 'workbook', 'trip', { currency: 'EUR' });
  await saveSet(parts, 'library', 'Trip', { currency: 'USD' });
  await saveSet(parts, 'library', 'family', { currency: 'USD' });
  parts.use('Sheet1!B2', 'TRIP');
  expect(placedSets(parts).map(({ place, set, cells }) => [place, set.name, cells])).toEqual([
    ['workbook', 'trip', 1],
    ['library', 'family', 0],
    ['library', 'Trip', 0],
  ]);
});

test('a deleted set comes back as it was', async () => {
  const parts = await world();
  await saveSet(parts, 'workbook', 'trip', { currency: 'EUR' });
  const before = parts.only();
  expect(await deleteSet(parts, before)).toMatch(/You can undo this/);
  expect(placedSets(parts)).toEqual([]);
  await restoreSet(parts, before);
  expect(parts.only()).toEqual(before);
});

test('a copy never overwrites a set that is there', async () => {
  const parts = await world();
  await saveSet(parts, 'workbook', 'trip', { currency: 'EUR' });
  await saveSet(parts, 'library', 'trip', { currency: 'USD' });
  const [own] = placedSets(parts);
  if (!own) throw new Error('There is no set.');
  await copySet(parts, 'library', 'trip', own);
  await copySet(parts, 'workbook', 'trip copy', own);
  expect(names(placedSets(parts))).toEqual([
    'workbook trip',
    'workbook trip copy',
    'library trip',
    'library trip 2',
  ]);
  expect(parts.library.get('trip')?.params).toEqual({ currency: 'USD' });
});

describe('a renamed set', () => {
  test('takes its formulas along, and no others', async () => {
    const parts = await world();
    await saveSet(parts, 'workbook', 'trip', { currency: 'EUR' });
    parts.use('Sheet1!B2', 'Trip');
    parts.use('Sheet1!B3', 'other');
    expect(await renameSet(parts, parts.only(), 'beach')).toBe('Renamed to beach in 1 formula');
    expect(names(placedSets(parts))).toEqual(['workbook beach']);
    expect(parts.workbook.formulaAt.get('Sheet1!B2')).toContain('"@beach"');
    expect(parts.workbook.formulaAt.get('Sheet1!B3')).toContain('"@other"');
  });

  test('may change its case only', async () => {
    const parts = await world();
    await saveSet(parts, 'workbook', 'trip', { currency: 'EUR' });
    expect(await renameSet(parts, parts.only(), 'Trip')).toBe('Renamed to Trip');
    expect(names(placedSets(parts))).toEqual(['workbook Trip']);
  });

  test('does not take the name of another', async () => {
    const parts = await world();
    await saveSet(parts, 'workbook', 'beach', { currency: 'USD' });
    await saveSet(parts, 'workbook', 'trip', { currency: 'EUR' });
    const trip = placedSets(parts)[1];
    if (!trip) throw new Error('There is no set.');
    await expect(renameSet(parts, trip, 'BEACH')).rejects.toThrow('A set named BEACH already exists.');
    expect(parts.filterSets.get('beach')?.params).toEqual({ currency: 'USD' });
  });

  test('keeps the old name while Excel refuses to change a formula', async () => {
    const parts = await world();
    await saveSet(parts, 'workbook', 'trip', { currency: 'EUR' });
    parts.use('Sheet1!B2', 'trip');
    const workbook = { ...parts.workbook, insert: () => Promise.reject(new Error('Excel is busy.')) };
    await expect(renameSet({ ...parts, workbook }, parts.only(), 'beach')).rejects.toThrow('Excel is busy.');
    expect(parts.filterSets.get('trip')).toBeDefined();
  });
});

describe('imported sets', () => {
  test('get free names, and what was skipped is said', async () => {
    const parts = await world();
    await saveSet(parts, 'workbook', 'trip', { currency: 'EUR' });
    const sets = [
      { name: 'trip', params: { currency: 'USD' } },
      { name: 'bad', params: { currency: 'EURO' } },
    ];
    const says = await importSets(parts, 'workbook', JSON.stringify({ sets }));
    expect(says).toMatch(/^1 filter set imported\. “bad” was skipped: /);
    expect(names(placedSets(parts))).toEqual(['workbook trip', 'workbook trip 2']);
    expect(parts.filterSets.get('trip')?.params).toEqual({ currency: 'EUR' });
  });

  test('that are none say why', async () => {
    await expect(importSets(await world(), 'workbook', 'not JSON')).rejects.toThrow(/isn’t valid JSON/);
  });
});

describe('a name that formulas may refer to already', () => {
  const twoPlaces = async () => {
    const parts = await world();
    await saveSet(parts, 'library', 'trip', { currency: 'USD' });
    await saveSet(parts, 'workbook', 'beach', { currency: 'EUR' });
    parts.use('Sheet1!B2', 'trip');
    parts.use('Sheet1!B3', 'beach');
    return parts;
  };

  test.each(['Beach', 'Trip'])('is not given to a new set: %s', async (name) => {
    const parts = await twoPlaces();
    const before = placedSets(parts);
    await expect(saveNewSet(parts, name, { currency: 'GBP' })).rejects.toThrow(
      `A set named ${name} already exists.`,
    );
    expect(placedSets(parts)).toEqual(before);
  });

  test('is not given to what is renamed, copied or imported', async () => {
    const parts = await twoPlaces();
    const [beach, trip] = placedSets(parts) as [PlacedSet, PlacedSet];
    await expect(renameSet(parts, beach, 'TRIP')).rejects.toThrow('A set named TRIP already exists.');
    await expect(renameSet(parts, trip, 'beach')).rejects.toThrow('A set named beach already exists.');
    await copySet(parts, 'workbook', 'Trip', beach);
    await importSets(parts, 'workbook', '[{"name":"trip","params":{"currency":"GBP"}}]');
    expect(names(placedSets(parts))).toEqual([
      'workbook beach',
      'workbook Trip 2',
      'workbook trip 3',
      'library trip',
    ]);
  });

  test('stays with a set from the library that is copied to the workbook', async () => {
    const parts = await twoPlaces();
    const trip = placedSets(parts)[1]!;
    await copySet(parts, 'workbook', 'trip', trip);
    expect(parts.filterSets.get('trip')?.params).toEqual({ currency: 'USD' });
  });

  test('is not taken back from a set that was saved since', async () => {
    const parts = await twoPlaces();
    const beach = placedSets(parts)[0]!;
    await deleteSet(parts, beach);
    await saveNewSet(parts, 'beach', { currency: 'GBP' });
    await expect(restoreSet(parts, beach)).rejects.toThrow('A set named beach already exists.');
    expect(parts.filterSets.get('beach')?.params).toEqual({ currency: 'GBP' });
  });
});

describe('sets of one name in both places', () => {
  const shadowed = async () => {
    const parts = await world();
    await saveSet(parts, 'workbook', 'trip', { currency: 'EUR' });
    await saveSet(parts, 'library', 'trip', { currency: 'USD' });
    parts.use('Sheet1!B2', 'trip');
    const [own, other] = placedSets(parts) as [PlacedSet, PlacedSet];
    return { parts, own, other };
  };

  test('formulas stay with that of the workbook while the other one is renamed', async () => {
    const { parts, other } = await shadowed();
    expect(await renameSet(parts, other, 'beach')).toBe('Renamed to beach');
    expect(parts.workbook.formulaAt.get('Sheet1!B2')).toContain('"@trip"');
  });

  test('once that of the workbook is deleted, its cells ask with the other one', async () => {
    const { parts, own, other } = await shadowed();
    const request = makeDataRequest('stays', { destination: 'Rome', count: 25, currency: 'EUR' });
    const [use] = parts.cells.uses();
    parts.cells.note({ ...use!, requests: [request] });
    expect(requestsWithout(parts, own)?.map(({ params }) => params['currency'])).toEqual(['USD']);
    expect(requestsWithout(parts, other)).toBeUndefined();
    await deleteSet(parts, other);
    expect(requestsWithout(parts, own)).toBeUndefined();
  });
});
