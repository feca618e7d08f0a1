import {
  findFilterSet,
  libraryFilterSets,
  workbookFilterSets,
  type LibraryStore,
} from '../../../src/excel/workbook/filterSets';
import type { FilterSets } from '../../../src/excel/runtime';
import type { DocumentSettings } from '../../../src/excel/stores/documentSettings';

function fakeDocument(first?: unknown) {
  const values = new Map<string, unknown>([['Spillway.FilterSets', first]]);
  const state = { status: 'succeeded', saves: 0 };
  const settings: DocumentSettings = {
    get: (name) => values.get(name) ?? null,
    set: (name, value) => void values.set(name, value),
    saveAsync(done) {
      state.saves += 1;
      done?.({ status: state.status } as unknown as Office.AsyncResult<Office.Settings>);
    },
  };
  return { settings, values, state };
}

function fakeStore() {
  const values = new Map<string, string>();
  const store: LibraryStore = {
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
  };
  return { store, values };
}

const family = { name: 'Family', params: { adults: 2, children_ages: [5, 7] }, changedAt: 1 };

const makers: [string, () => Promise<{ sets: FilterSets; reopen: () => Promise<FilterSets> }>][] = [
  [
    'the workbook',
    () => {
      const { settings } = fakeDocument();
      return Promise.resolve({
        sets: workbookFilterSets(settings),
        reopen: () => Promise.resolve(workbookFilterSets(settings)),
      });
    },
  ],
  [
    'the library',
    async () => {
      const { store } = fakeStore();
      return { sets: await libraryFilterSets(store), reopen: () => libraryFilterSets(store) };
    },
  ],
];

describe.each(makers)('filter sets of %s', (_name, make) => {
  it('are there again after reopening, and found in any case', async () => {
    const { sets, reopen } = await make();
    await sets.save(family);
    expect((await reopen()).get(' FAMILY ')).toEqual(family);
  });

  it('replace a set of the same name and are listed by name', async () => {
    const { sets } = await make();
    await sets.save(family);
    await sets.save({ ...family, name: 'business' });
    await sets.save({ ...family, name: 'FAMILY', params: { adults: 1 } });
    expect(sets.list().map(({ name }) => name)).toEqual(['business', 'FAMILY']);
  });

  it('can be removed, and tell whoever listens', async () => {
    const { sets } = await make();
    let told = 0;
    const leave = sets.subscribe(() => (told += 1));
    await sets.save(family);
    await sets.remove('family');
    leave();
    await sets.save(family);
    expect(told).toBe(2);
  });

  it('refuse a name that could not be written after @', async () => {
    const { sets } = await make();
    for (const name of ['', '  ', 'a;b', 'a=b', '@a', 'x'.repeat(61)])
      await expect(sets.save({ ...family, name })).rejects.toThrow(/filter set/);
  });
});

it('ignores what a stranger wrote into the workbook', () => {
  for (const text of ['nonsense', '{}', '[1,null,{"name":3},{"name":"a","params":[]}]', 7, null])
    expect(workbookFilterSets(fakeDocument(text).settings).list()).toEqual([]);
});

it('says so where the workbook cannot be written, and keeps what was there', async () => {
  const { settings, state } = fakeDocument();
  const sets = workbookFilterSets(settings);
  state.status = 'failed';
  await expect(sets.save(family)).rejects.toThrow('read-only');
  expect(sets.list()).toEqual([]);
});

it('prefers the workbook’s set to the library’s', async () => {
  const workbook = workbookFilterSets(fakeDocument().settings);
  const library = await libraryFilterSets(fakeStore().store);
  await library.save({ ...family, params: { adults: 9 } });
  expect(findFilterSet('family', workbook, library)?.params).toEqual({ adults: 9 });
  await workbook.save(family);
  expect(findFilterSet('family', workbook, library)?.params).toEqual(family.params);
  expect(findFilterSet('none', workbook, library)).toBeUndefined();
});
