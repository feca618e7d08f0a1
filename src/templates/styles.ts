// The few styles of all templates, so that they look like one family and print well in black and white.
export interface Style {
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly size?: number | undefined;
  readonly color?: string | undefined;
  readonly fill?: string | undefined;
  readonly wrap?: boolean;
  readonly align?: 'Left' | 'Center' | 'Right';
  readonly middle?: boolean;
  /** The colour of lines between and below rows. */
  readonly lines?: string;
  readonly height?: number;
}

export const styles = {
  title: { bold: true, size: 18, color: '#06464e', height: 28 },
  note: { italic: true, color: '#5f6e66' },
  status: { bold: true, color: '#7a4b00', fill: '#fdebc8' },
  /** What the status line becomes with live data. */
  liveStatus: { bold: true, color: '#14532d', fill: '#d5efe0' },
  option: { italic: true, size: 8, color: '#8a979c' },
  label: { bold: true, color: '#33403a' },
  heading: {
    bold: true,
    color: '#ffffff',
    fill: '#08626c',
    wrap: true,
    align: 'Center',
    middle: true,
    height: 34,
  },
  /** The first heading of a table stands over text. */
  headingLeft: { bold: true, color: '#ffffff', fill: '#08626c', wrap: true, align: 'Left', middle: true },
  body: { lines: '#dfe6e3' },
  input: { fill: '#fff4cc', color: '#1b2420', lines: '#e6d79a' },
  figure: { bold: true, size: 14, color: '#08626c', align: 'Center' },
  figureLabel: { color: '#5f6e66', align: 'Center' },
  /** A small chart of text. Where it does not fit, its oldest part is cut off. */
  trend: { size: 8, color: '#077380', align: 'Right' },
  center: { align: 'Center' },
  right: { align: 'Right' },
  left: { align: 'Left' },
  result: { bold: true, fill: '#e3f6f8', lines: '#a6dae1' },
  sample: { color: '#7b8781', italic: true },
  /** What only a chart or another formula reads. */
  helper: { size: 8, color: '#c4ccc8' },
  /** What samples become. */
  live: { color: '#1b2420', italic: false },
} as const satisfies Readonly<Record<string, Style>>;

export type StyleName = keyof typeof styles;

export const tabs = { board: '#08626c', input: '#e6b800', data: '#8a979c' } as const;

export const sampleStatus =
  'Sample data. Change the shaded cells, then select "Fill with live data" in the Spillway pane.';
