// What is written for a sheet of a template, in which order, in a company's look.
import { writeSheet } from '../../../src/excel/templates/sheetWriter';
import { standardLook, type Look } from '../../../src/templates/look';
import { valuationComparison } from '../../../src/templates/valuationComparison';

/** A sheet that notes what is set on it, by the path that led there. */
function written(look: Look, key = 'compare'): readonly (readonly [path: string, value: unknown])[] {
  const log: [string, unknown][] = [];
  const node = (path: string): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => (name === 'then' ? undefined : node(`${path}.${String(name)}`)),
      set: (_, name, value) => log.push([`${path}.${String(name)}`, value]) > 0,
      apply: (_, _this, args: unknown[]) => node(`${path}(${args.join()})`),
    });
  const context = node('context') as Excel.RequestContext;
  const sheet = node('sheet') as Excel.Worksheet;
  const names = new Map(valuationComparison.sheets.map(({ key, name }) => [key, name]));
  const template = valuationComparison.sheets.find((each) => each.key === key)!;
  writeSheet({ context, sheet, names, today: 46_000, look }, template);
  return log;
}

const valuesOf = (log: ReturnType<typeof written>, path: RegExp): unknown[] =>
  log.flatMap(([at, value]) => (path.test(at) ? [value] : []));

test('the rule that is listed first is written last: Excel puts each new rule before the others', () => {
  const rules = valuesOf(written(standardLook), /custom\.rule\.formula$/);
  const at = (part: string) => rules.findIndex((rule) => String(rule).includes(part));
  // Bands are under everything; an outlier is red, although it is also left out.
  expect(at('MOD(ROW(),2)')).toBe(0);
  expect(at('<>"Comparable"')).toBeGreaterThan(0);
  expect(at('="Outlier"')).toBeGreaterThan(at('<>"Comparable"'));
});

test('a company’s look reaches headings, tab and font; the standard look leaves the font alone', () => {
  const navy = written({ accent: '#0b2545', font: 'Georgia' });
  expect(valuesOf(navy, /^sheet\.tabColor$/)).toEqual(['#0b2545']);
  expect(valuesOf(navy, /font\.name$/)).toEqual(['Georgia']);
  expect(valuesOf(navy, /^sheet\.getRange\(A13:N13\)\.format\.fill\.color$/)).toEqual(['#0b2545']);
  expect(valuesOf(written(standardLook), /font\.name$/)).toEqual([]);
});

test('charts are printed on one page, and tables on as many as they need to be readable', () => {
  const zoom = (key: string) => valuesOf(written(standardLook, key), /pageLayout\.zoom$/);
  expect(zoom('charts')).toEqual([{ horizontalFitToPages: 1, verticalFitToPages: 1 }]);
  expect(zoom('data')).toEqual([{ horizontalFitToPages: 1, verticalFitToPages: 0 }]);
  expect(zoom('past')).toEqual([{ horizontalFitToPages: 2, verticalFitToPages: 0 }]);
  expect(valuesOf(written(standardLook), /pageLayout\.\w+Margin$/)).toEqual([28, 28, 28, 28]);
});
