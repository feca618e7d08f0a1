// What a template looks like, drawn with a few shapes in the colours of the theme.
import type { ReactElement } from 'react';

const table = (rows: number) => (
  <>
    <rect x="6" y="8" width="84" height="8" rx="1" fill="var(--colorBrandBackground)" />
    {Array.from({ length: rows }, (_, row) => (
      <rect key={row} x="6" y={20 + row * 7} width={row % 2 ? 76 : 84} height="3" fill="var(--sw-saved)" />
    ))}
  </>
);

const bars = (heights: readonly number[], base: number) =>
  heights.map((height, index) => (
    <rect
      key={index}
      x={10 + index * 14}
      y={base - height}
      width="9"
      height={height}
      fill={index % 2 ? 'var(--sw-saved)' : 'var(--colorBrandBackground)'}
    />
  ));

const heat = ['#63be7b', '#ffeb84', '#f8696b', '#b1d580', '#fbaa77', '#63be7b', '#ffeb84', '#b1d580'];

const pictures: Readonly<Record<string, ReactElement>> = {
  'Price monitor': (
    <>
      {table(2)}
      {bars([18, 24, 14, 26, 20, 12], 64)}
    </>
  ),
  'Valuation comparison': (
    <>
      {table(2)}
      {[14, 26, 34, 48, 57, 74].map((x, index) => (
        <circle key={x} cx={x} cy={58 - ((index * 7) % 20)} r="3" fill="var(--colorBrandBackground)" />
      ))}
    </>
  ),
  'Trip planner': (
    <>
      {table(1)}
      {heat.map((color, index) => (
        <rect
          key={index}
          x={8 + (index % 4) * 21}
          y={30 + Math.floor(index / 4) * 17}
          width="19"
          height="15"
          fill={color}
        />
      ))}
    </>
  ),
  'Supplier list': table(6),
  'Employer profiles': (
    <>
      {table(1)}
      {[60, 44, 70, 30].map((width, row) => (
        <rect key={row} x="6" y={30 + row * 9} width={width} height="6" fill="var(--colorBrandBackground)" />
      ))}
    </>
  ),
  'Assortment check': (
    <>
      {table(1)}
      {bars([30, 12, 22, 8, 26, 16], 66)}
    </>
  ),
};

export const TemplatePicture = ({ title }: { readonly title: string }) => (
  <svg className="sw-picture" viewBox="0 0 96 72" aria-hidden="true">
    <rect x="0.5" y="0.5" width="95" height="71" rx="3" fill="none" stroke="var(--colorNeutralStroke2)" />
    {pictures[title] ?? table(6)}
  </svg>
);
