// A small chart of one item: the value of each observation, held until the next. The table below it says the same.
import type { OperationId } from '../../operations';
import { ChartFrame } from '../controls/chartFrame';
import { chartShape } from './read/chartShape';
import type { Point } from './read/itemLine';
import { dayText } from './read/historyText';
import { shownValue } from './read/shownValue';

const size = { width: 300, height: 130, left: 44, right: 8, top: 8, bottom: 20 };

interface Properties {
  readonly operation: OperationId;
  readonly field: string;
  readonly title: string;
  readonly points: readonly Point[];
}

export function LineChart({ operation, field, title, points }: Properties) {
  const { line, dots, ticks } = chartShape(points, size);
  const first = points[0]!;
  const last = points.at(-1)!;
  return (
    <ChartFrame
      size={size}
      title={title}
      ticks={ticks.map(({ value, y }) => ({
        y,
        label: value.toLocaleString('en', { maximumSignificantDigits: 4, notation: 'compact' }),
      }))}
    >
      <path className="sw-chart-path" d={line} />
      {dots.map(({ x, y, point }) => (
        <circle key={point.at} className="sw-chart-dot" cx={x} cy={y} r={2.5}>
          <title>{`${dayText(point)}: ${shownValue(operation, field, point.value, point.currency)}`}</title>
        </circle>
      ))}
      <text className="sw-chart-text" x={size.left} y={size.height - 5}>
        {dayText(first)}
      </text>
      {last.at > first.at && (
        <text className="sw-chart-text" x={size.width - size.right} y={size.height - 5} textAnchor="end">
          {dayText(last)}
        </text>
      )}
    </ChartFrame>
  );
}
