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
