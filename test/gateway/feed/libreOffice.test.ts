// LibreOffice opens the pages of a feed by their addresses, as it opens any CSV file.
import { LibreOffice } from '../../libreOffice';
import { buy, closeAll, share, start } from './support';

const office = new LibreOffice();
afterEach(closeAll);
afterAll(office.remove);

/** Comma, quotation marks, UTF-8, from the first line; numbers are recognized, formulas are not run. */
const csv = 'Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,false,false,false';

test('LibreOffice reads a feed page by page: all rows once, numbers as numbers, nothing run, nothing sent', async () => {
  const gateway = await start();
  const products = [
    { id: 'a', name: 'Кофе', price: 1.5 },
    { id: 'b', name: '=1+1', price: 20 },
    { id: 'c', name: 'x, "y"', price: 3 },
  ];
  await buy(gateway, 'key-of-ann', products);
  const reached = gateway.reached();
  const { code } = await share(gateway, 'key-of-ann');
  const rows: unknown[][] = [];
  let pages = 0;
  let next = `/feed/history.csv?${new URLSearchParams({ code, field: 'price', columns: 'item,label,value', limit: '2' }).toString()}`;
  while (next !== '') {
    const address = `${gateway.address}${next}`;
    const [book] = await office.open([address], csv);
    const [[, ...page] = []] = [...book!.values()];
    expect(page.flat().filter(({ isFormula }) => isFormula)).toEqual([]);
    rows.push(...page.map((row) => row.map(({ value }) => value)).filter(([first]) => first !== ''));
    pages += 1;
    const { headers } = await fetch(address, { method: 'HEAD' });
    next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
  }
  expect(pages).toBe(2);
  expect(rows).toEqual([
    ['a', 'Кофе', 1.5],
    ['b', "'=1+1", 20],
    ['c', 'x, "y"', 3],
  ]);
  expect(gateway.reached()).toBe(reached);
});
