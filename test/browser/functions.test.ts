// Every function typed into a cell of the simulated Excel, and its spilled cells read back.
import type { CellScalar } from '../../playground/grid/grid';
import { describeJourneys } from './support/journey';

const stay = 'DATE(2026,12,15),DATE(2026,12,18)';

describeJourneys('the functions', (journey) => {
  journey(
    'all spill their tables, with headings for people and numbers with formats',
    async ({ playground, stack }) => {
      await playground.saveKey();
      await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
      await playground.type('A10', '=HKPROPERTY.VALUE("TKS-01-12-B")');
      await playground.type('A20', '=BIZBUREAU.SEARCH("roofing",2,"Austin, TX")');
      await playground.type('A30', '=NLRETAIL.SEARCH("lego",2)');
      await playground.type('A40', '=JOBSBOARD.COMPANY("1500000")');
      await playground.type('A50', `=STAYS.SEARCH("Amsterdam",${stay},2,1,2)`);
      await playground.type('A60', '=TOKEN.USAGE()');
      await playground.type('A80', '=CREDITS.COST("STAYS.SEARCH",30,2)');

      const shape = async (address: string) => {
        const table = await playground.table(address);
        return [table.length, table[0]?.[0]];
      };
      expect(await shape('A1')).toEqual([3, 'Product']);
      expect(await shape('A10')).toEqual([2, 'Unit']);
      expect(await shape('A20')).toEqual([3, 'Business']);
      expect(await shape('A30')).toEqual([3, 'Product']);
      expect(await shape('A40')).toEqual([2, 'Company ID']);
      expect(await shape('A50')).toEqual([3, 'Name']);
      expect((await playground.table('A60')).map(([label]) => label)).toContain('Points');
      expect(await playground.table('A80')).toEqual([[20]]);

      const price = (await playground.cells('D2'))[0]?.[0];
      expect(typeof price?.value).toBe('number');
      expect(price?.text).toMatch(/^₽ [\d,]+$/);
      expect((await stack.sandbox.counters()).credits).toBe(1 + 1 + 5 + 10 + 5 + 5);
    },
  );

  journey(
    'take a range: one row for each unit, a failing one fails in its own row',
    async ({ playground, stack }) => {
      await playground.saveKey();
      await playground.type('A2', [['TKS-01-12-B'], ['TKS-99-99-H'], [''], ['MFS-01-12-B'], ['TKS-01-12-B']]);
      await playground.type('B1', '=HKPROPERTY.VALUE(A2:A6,,"columns=unit_code,price")');
      const table = await playground.table('B1');
      expect(table.map(([unit]) => unit)).toEqual([
        'Unit',
        'TKS-01-12-B',
        '#N/A',
        '',
        'MFS-01-12-B',
        'TKS-01-12-B',
      ]);
      expect(table[5]).toEqual(table[1]);
      expect(await playground.message('B3')).toMatch(/No valuation exists/);
      expect((await stack.sandbox.counters()).byOperation['hkproperty']).toMatchObject({
        requests: 3,
        credits: 2,
      });

      await playground.type('H1', [['iphone'], ['ssd']]);
      await playground.type('I1', '=RURETAIL.SEARCH(H1:H2,2,,"columns=name,price")');
      const stacked = await playground.table('I1');
      expect(stacked.map(([query]) => query)).toEqual(['Search for', 'iphone', 'iphone', 'ssd', 'ssd']);
    },
  );

  journey('take options as text, as a range, as JSON and as a column list', async ({ playground, stack }) => {
    await playground.saveKey();
    await playground.type(
      'A1',
      '=RURETAIL.SEARCH("iphone",3,,"price max=90000; sort=price_asc; columns=name,price")',
    );
    const wanted = await playground.table('A1');
    await playground.type('F1', [
      ['price_max', 90000],
      ['Sort', 'price_asc'],
      ['columns', 'name,price'],
    ]);
    await playground.type('A10', '=RURETAIL.SEARCH("iphone",3,,F1:G3)');
    await playground.type(
      'A20',
      '=RURETAIL.SEARCH("iphone",3,,"{""price_max"":90000,""sort"":""price_asc"",""columns"":[""name"",""price""]}")',
    );
    expect(await playground.table('A10')).toEqual(wanted);
    expect(await playground.table('A20')).toEqual(wanted);
    expect(await playground.message('A10')).toBe('');
    expect((await stack.sandbox.counters()).requests).toBe(1);

    await playground.type('A30', '=HKPROPERTY.VALUE("TKS-01-12-B",,"price")');
    const [[price]] = (await playground.table('A30')) as [[number]];
    expect(typeof price).toBe('number');
  });

  journey('feed ordinary formulas, by range and by A1#', async ({ playground }) => {
    await playground.saveKey();
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",4,,"columns=name,price,brand.name")');
    const table = await playground.table('A1');
    const prices = table.slice(1).map((row) => row[1] as number);
    const total = prices.reduce((sum, price) => sum + price, 0);
    const dearest = Math.max(...prices);
    const ordinary: [formula: string, value: CellScalar][] = [
      ['=ROWS(A1#)', 5],
      ['=SUM(INDEX(A1#,0,2))', total],
      ['=SUM(B2:B5)', total],
      ['=AVERAGE(B2:B5)', total / prices.length],
      ['=MAX(A1#)', dearest],
      ['=INDEX(A1#,2,1)', table[1]?.[0] ?? ''],
      ['=XLOOKUP(A3,A2:A5,B2:B5)', prices[1] ?? 0],
      ['=VLOOKUP(A3,A1#,2,FALSE)', prices[1] ?? 0],
      [`=COUNTIF(B2:B5,">=${dearest}")`, prices.filter((price) => price >= dearest).length],
      ['=ROWS(UNIQUE(C2:C5))', new Set(table.slice(1).map((row) => row[2])).size],
      ['=TEXT(B2,"0.00")', prices[0]?.toFixed(2) ?? ''],
      ['=LET(top,MAX(B2:B5),top*2)', dearest * 2],
      ['=IFERROR(XLOOKUP("none",A2:A5,B2:B5),"none")', 'none'],
    ];
    await playground.type(
      'F1',
      ordinary.map(([formula]) => [formula]),
    );
    for (const [index, [, value]] of ordinary.entries()) await playground.waitForCell(`F${index + 1}`, value);

    const falling = [...prices].sort((a, b) => b - a);
    const nameOf = (price: number) => table.find((row) => row[1] === price)?.[0];
    await playground.type('H1', '=SORT(B2:B5,1,-1)');
    await playground.type('J1', `=FILTER(A2:B5,B2:B5>${Math.min(...prices)})`);
    await playground.type('M1', '=SORTBY(A2:A5,B2:B5,-1)');
    expect((await playground.table('H1')).flat()).toEqual(falling);
    expect(await playground.table('J1')).toEqual(
      table.slice(1).flatMap((row) => (Number(row[1]) > Math.min(...prices) ? [row.slice(0, 2)] : [])),
    );
    expect((await playground.table('M1')).flat()).toEqual(falling.map(nameOf));
  });

  journey('say #SPILL! when something is in the way, and spill when it is gone', async ({ playground }) => {
    await playground.saveKey();
    await playground.type('B2', 'in the way');
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
    await playground.waitForCell('A1', '#SPILL!');
    await playground.deleteCell('B2');
    expect(await playground.table('A1')).toHaveLength(3);
  });

  journey('take a whole column for its used part', async ({ playground, stack }) => {
    await playground.saveKey();
    await playground.type('D1', [['TKS-01-12-B'], [''], ['MFS-01-12-B']]);
    await playground.type('A1', '=HKPROPERTY.VALUE(D:D,,"columns=estate")');
    expect(await playground.table('A1')).toEqual([['Estate'], ['Taikoo Shing'], [''], ['Mei Foo Sun Chuen']]);
    expect(await stack.sandbox.counters()).toMatchObject({ requests: 2, credits: 2 });
  });

  journey(
    'show what is kept before anything but their own two files has arrived',
    async ({ playground, context, stack }) => {
      await playground.saveKey();
      const search = '=RURETAIL.SEARCH("iphone",2)';
      const stays = `=STAYS.SEARCH("Amsterdam",${stay},2,1,2,"property_amenities=parking")`;
      await playground.type('A1', search);
      await playground.type('A10', stays);
      const kept = [await playground.table('A1'), await playground.table('A10')];
      const { requests } = await stack.sandbox.counters();

      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const loaded: string[] = [];
      await context.route(/^[^/]+:\/\/[^/]+\/[\w-]+\.[0-9a-f]{10}\.js$/, async (route) => {
        const [, name = ''] = /([\w-]+)\.\w{10}\.js$/.exec(route.request().url()) ?? [];
        if (name === 'functions' || name === 'core') loaded.push(name);
        // The pane's first script is in the page itself; it waits for the functions.
        else if (name !== 'taskpane') await held;
        await route.continue();
      });
      await playground.reopen();
      // A workbook opens with the values it was saved with; these cells are calculated.
      await playground.type('A30', search);
      await playground.type('A40', stays);
      expect([await playground.table('A30'), await playground.table('A40')]).toEqual(kept);
      expect(loaded.sort()).toEqual(['core', 'functions']);
      expect((await stack.sandbox.counters()).requests).toBe(requests);

      await playground.type('A20', '=HKPROPERTY.VALUE("TKS-01-12-B")');
      await playground.waitUntilBusy('A20');
      release();
      expect(await playground.table('A20')).toHaveLength(2);
      expect((await stack.sandbox.counters()).requests).toBe(requests + 1);
    },
  );
});
