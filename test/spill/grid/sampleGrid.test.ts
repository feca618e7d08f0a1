import { operationIds } from '../../../src/operations';
import { sampleGrid } from '../../../src/spill/grid/sampleGrid';
import { defaultView } from '../../../src/spill/read/options/view';

describe('the sample shown in formula preview', () => {
  it.each(operationIds)('is one labelled row for %s', (id) => {
    const [heading, row, ...more] = sampleGrid(id, defaultView);
    expect(more).toEqual([]);
    expect(row).toHaveLength(heading!.length);
    expect(row!.some((cell) => typeof cell === 'string' && cell.startsWith('Sample'))).toBe(true);
  });

  it('follows the view', () => {
    expect(
      sampleGrid('hkproperty', { ...defaultView, bare: true, headers: 'none', columns: [{ path: 'price' }] }),
    ).toEqual([[123]]);
    expect(
      sampleGrid('stays', { ...defaultView, columns: [{ path: 'price_per_night', figure: 'min' }] }),
    ).toEqual([['Lowest per night'], [123]]);
    expect(sampleGrid('jobsboard', { ...defaultView, columns: [{ path: 'about.text' }] })).toEqual([
      ['About: Text'],
      ['Sample'],
    ]);
  });
});
