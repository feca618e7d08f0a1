// Charts float above the cells, as in Excel: each in a frame at its place on the sheet, which moves when the sheet scrolls, and
// goes below rows and columns that are frozen.
import type { Chart as Drawing } from 'chart.js';
import { alignToCells, cellLayer, putAt } from './cellLayer';
import { heightOf, widthOf } from '../grid/extent';
import type { Chart } from '../host/parts/chart';
import type { UniverGrid } from '../univer/univerGrid';

const pixelsPerPoint = 4 / 3;
const pause = 60;

interface Frame {
  readonly figure: HTMLElement;
  readonly drawing: Drawing;
}

/** Few workbooks have charts, so the code that draws them is loaded with the first. */
const drawing = () => import('./chartFigure');

export class ChartLayer {
  private code: Awaited<ReturnType<typeof drawing>> | undefined;
  private readonly layer: HTMLElement;
  private frames: Frame[] = [];
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly sheet: HTMLElement,
    private readonly grid: UniverGrid,
    private readonly charts: () => readonly Chart[],
    private readonly isDark: () => boolean,
  ) {
    this.layer = cellLayer(sheet, 'charts');
  }

  /** Draws soon: one calculation often follows another. */
  redraw(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.draw(), pause);
  }

  /** The sheet scrolled. */
  move(): void {
    if (this.frames.length === 0) return;
    this.clip();
    const shown = this.shown();
    for (const [index, { figure }] of this.frames.entries()) {
      const chart = shown[index];
      if (chart) this.place(figure, chart);
    }
  }

  private shown(): readonly Chart[] {
    const active = this.grid.activeSheetId();
    return this.charts().filter(({ sheetId }) => sheetId === active);
  }

  private draw(): void {
    if (!this.grid.isDrawn) return this.redraw();
    const { code } = this;
    if (!code && this.shown().length > 0) {
      void drawing().then((loaded) => {
        this.code = loaded;
        this.redraw();
      });
      return;
    }
    alignToCells(this.layer, this.sheet, this.grid);
    this.clip();
    for (const { drawing } of this.frames) drawing.destroy();
    this.layer.replaceChildren();
    this.frames = (code ? this.shown() : []).map((chart) => {
      const figure = document.createElement('figure');
      const canvas = document.createElement('canvas');
      figure.className = 'chart';
      figure.setAttribute('role', 'img');
      figure.setAttribute('aria-label', chart.name);
      figure.append(canvas);
      this.layer.append(figure);
      this.place(figure, chart);
      return { figure, drawing: code!.drawChart(canvas, chart, this.grid, this.isDark()) };
    });
  }

  private clip(): void {
    const sheetId = this.grid.activeSheetId();
    const { rows, columns } = this.grid.features.frozen(sheetId);
    const [top, left] = [heightOf(this.grid, sheetId, rows), widthOf(this.grid, sheetId, columns)];
    this.layer.style.clipPath = `inset(${top}px 0 0 ${left}px)`;
  }

  private place(figure: HTMLElement, { left, top, width, height }: Chart): void {
    const { scrolledX, scrolledY } = this.grid.view();
    putAt(figure, {
      left: left * pixelsPerPoint - scrolledX,
      top: top * pixelsPerPoint - scrolledY,
      width: width * pixelsPerPoint,
      height: height * pixelsPerPoint,
    });
  }
}
