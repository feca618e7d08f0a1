import {
  findFilterSet,
  libraryFilterSets,
  workbookFilterSets,
  type LibraryStore,
} from '../../../src/excel/workbook/filterSets';
import type { FilterSets } from '../../../src/excel/runtime';
import {
  createDocumentLists,
  memoryParts,
  type DocumentParts,
} from '../../../src/excel/document/documentLists';

function fakeDocument(first?: unknown) {
  const state = { refuses: false };
  const kept = memoryParts();
  const parts: DocumentParts = {
    ...kept,
    add: (xml) => (state.refuses ? Promise.reject(new Error('Read-only.')) : kept.add(xml)),
  };
  const open = async () => {
    const lists = createDocumentLists(parts);
    await lists.opened();
    return workbookFilterSets(lists, { get: (name) => (name === 'Spillway.FilterSets' ? first : null) });
  };
  return { open, state };
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
    async () => {
      const { open } = fakeDocument();
      return { sets: await open(), reopen: open };
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

it('ignores what a stranger wrote into the workbook', async () => {
  for (const text of ['nonsense', '{}', '[1,null,{"name":3},{"name":"a","params":[]}]', 7, null])
    expect((await fakeDocument(text).open()).list()).toEqual([]);
});

it('says so where the workbook cannot be written, and keeps what was there', async () => {
  const { open, state } = fakeDocument();
  const sets = await open();
  state.refuses = true;
  await expect(sets.save(family)).rejects.toThrow('read-only');
  expect(sets.list()).toEqual([]);
});

it('prefers the workbook’s set to the library’s', async () => {
  const workbook = await fakeDocument().open();
  const library = await libraryFilterSets(fakeStore().store);
  await library.save({ ...family, params: { adults: 9 } });
  expect(findFilterSet('family', workbook, library)?.params).toEqual({ adults: 9 });
  await workbook.save(family);
  expect(findFilterSet('family', workbook, library)?.params).toEqual(family.params);
  expect(findFilterSet('none', workbook, library)).toBeUndefined();
});

it('of version 0.1 are read, and a change in one window keeps those of another', async () => {
  const { open } = fakeDocument(JSON.stringify([family]));
  const [one, other] = [await open(), await open()];
  await one.save({ ...family, name: 'mine' });
  await other.save({ ...family, name: 'theirs' });
  await other.remove('family');
  expect((await open()).list().map(({ name }) => name)).toEqual(['mine', 'theirs']);
});

it('of the library keep what another window saved, and what a newer version wrote', async () => {
  const { store, values } = fakeStore();
  const [one, other] = [await libraryFilterSets(store), await libraryFilterSets(store)];
  await one.save({ ...family, name: 'mine' });
  await other.save({ ...family, name: 'theirs' });
  expect((await libraryFilterSets(store)).list().map(({ name }) => name)).toEqual(['mine', 'theirs']);
  const newer = JSON.stringify({ v: 2, sets: [] });
  values.set('filterSets', newer);
  await expect(one.save(family)).rejects.toThrow('could not be read');
  expect(values.get('filterSets')).toBe(newer);
});

it('of the library that only a newer version understands stay in it', async () => {
  const { store, values } = fakeStore();
  const newer = { v: 2, title: 'Family', filters: [] };
  values.set('filterSets', JSON.stringify([newer]));
  const library = await libraryFilterSets(store);
  await library.save(family);
  expect(library.list()).toEqual([family]);
  expect(JSON.parse(values.get('filterSets')!)).toEqual([family, newer]);
});
