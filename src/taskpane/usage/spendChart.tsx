// Credits by day as bars: what was spent, and above it, lighter, what the cache saved. The table below says the same.
import { operationOf } from '../../operations';
import { credits } from '../text/words';
import { roundTop, type Bar } from './spending';

const size = { width: 300, height: 120, left: 28, bottom: 18, top: 6 };

const shortDay = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });

export function SpendChart({ bars }: { readonly bars: readonly Bar[] }) {
  const top = roundTop(Math.max(...bars.map((bar) => bar.spent + bar.saved)));
  const height = size.height - size.top - size.bottom;
  const step = (size.width - size.left) / bars.length;
  const tall = (value: number) => (value / top) * height;
  const ground = size.top + height;
  return (
    <svg
      className="sw-chart"
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-labelledby="spend-title"
    >
      <title id="spend-title">
        {`Credits spent and saved in the last ${bars.length} days. The table below lists the numbers.`}
      </title>
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line
            className="sw-chart-line"
            x1={size.left}
            x2={size.width}
            y1={ground - tall(value)}
            y2={ground - tall(value)}
          />
          <text className="sw-chart-text" x={size.left - 4} y={ground - tall(value) + 3} textAnchor="end">
            {value.toLocaleString('en', { maximumFractionDigits: 1, notation: 'compact' })}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => {
        const x = size.left + index * step + step * 0.15;
        const width = step * 0.7;
        return (
          <g key={bar.day}>
            <title>{`${shortDay(bar.day)}: ${credits(bar.spent)} spent, ${bar.saved} saved`}</title>
            <rect
              className="sw-chart-spent"
              x={x}
              width={width}
              y={ground - tall(bar.spent)}
              height={tall(bar.spent)}
            />
            <rect
              className="sw-chart-saved"
              x={x}
              width={width}
              y={ground - tall(bar.spent + bar.saved)}
              height={tall(bar.saved)}
            />
            {(index === 0 || index === bars.length - 1 || index === Math.floor(bars.length / 2)) && (
              <text
                className="sw-chart-text"
                x={x + width / 2}
                y={size.height - 4}
                textAnchor={index === 0 ? 'start' : index === bars.length - 1 ? 'end' : 'middle'}
              >
                {shortDay(bar.day)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

export function SpendTable({ bars }: { readonly bars: readonly Bar[] }) {
  const rows = bars.flatMap((bar) => bar.sources.map((source) => ({ day: bar.day, ...source }))).reverse();
  return (
    <div className="sw-scroll" tabIndex={0} role="region" aria-label="Credits by day and source">
      <table className="sw-table">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Source</th>
            <th scope="col" className="sw-number">
              Spent
            </th>
            <th scope="col" className="sw-number">
              Saved
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.day} ${row.operation}`}>
              <td>{shortDay(row.day)}</td>
              <td>{operationOf(row.operation).title}</td>
              <td className="sw-number">{row.spent.toLocaleString('en')}</td>
              <td className="sw-number">{row.saved.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
