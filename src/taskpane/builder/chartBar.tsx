// "Chart this result", for a selected cell of a result: the chart stands beside it and follows it.
import { Select } from '@fluentui/react-components';
import { useState } from 'react';
import { BusyButton } from '../controls/busyButton';
import { chartKinds, type ResultChartKind } from '../../excel/charts/chartColumns';
import { load } from '../../excel/lazyCode';
import { useAttempt } from '../shell/useAttempt';

const titles: Readonly<Record<ResultChartKind, string>> = {
  bar: 'Bars',
  column: 'Columns',
  line: 'Line',
  scatter: 'Scatter',
  range: 'Range (low to high)',
};

export function ChartBar({ cell }: { readonly cell: string }) {
  const [kind, setKind] = useState<ResultChartKind>('bar');
  const { busy, says, attempt } = useAttempt();
  const make = () =>
    attempt(async () => {
      const { chartResult, followCharts } = await load(
        () => import(/* webpackChunkName: "charts" */ '../../excel/charts/charts'),
      );
      const made = await chartResult(cell, kind);
      await followCharts();
      return made;
    });
  return (
    <section className="sw-stack" aria-label="Chart this result">
      <div className="sw-row">
        <Select
          size="small"
          aria-label="Kind of chart"
          value={kind}
          onChange={(_event, { value }) => setKind(value as ResultChartKind)}
        >
          {chartKinds.map((one) => (
            <option key={one} value={one}>
              {titles[one]}
            </option>
          ))}
        </Select>
        <BusyButton size="small" busy={busy} onClick={() => void make()}>
          Chart this result
        </BusyButton>
      </div>
      {says && <p role="status">{says}</p>}
    </section>
  );
}
