// What every small chart of the pane has: its size, a title for screen readers, and the labeled lines across it.
import { useId, type ReactNode } from 'react';

export interface ChartSize {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Tick {
  readonly label: string;
  readonly y: number;
}

interface Properties {
  readonly size: ChartSize;
  readonly title: string;
  readonly ticks: readonly Tick[];
  readonly children: ReactNode;
}

export function ChartFrame({ size, title, ticks, children }: Properties) {
  const id = useId();
  return (
    <svg className="sw-chart" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-labelledby={id}>
      <title id={id}>{title}</title>
      {ticks.map(({ label, y }) => (
        <g key={y}>
          <line className="sw-chart-line" x1={size.left} x2={size.width - size.right} y1={y} y2={y} />
          <text className="sw-chart-text" x={size.left - 4} y={y + 3} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {children}
    </svg>
  );
}

/** A figure stands at the end of its column. */
export type TableCell = string | { readonly figure: string };

interface DataTableProperties {
  readonly label: string;
  readonly head: readonly TableCell[];
  readonly rows: readonly (readonly TableCell[])[];
  readonly className?: string;
}

const shown = (cell: TableCell) =>
  typeof cell === 'string' ? { children: cell } : { children: cell.figure, className: 'sw-number' };

export const DataTable = ({ label, head, rows, className = '' }: DataTableProperties) => (
  <div className="sw-scroll" tabIndex={0} role="region" aria-label={label}>
    <table className={`sw-table ${className}`.trim()}>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col" {...shown(cell)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column} {...shown(cell)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
