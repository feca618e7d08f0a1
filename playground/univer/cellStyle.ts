// Converts cell styles between Excel's names and Univer's.
import { BooleanNumber } from '@univerjs/core';
import type { FRange } from './facade';
import type { CellStyle } from '../grid/grid';

const horizontal: Readonly<Record<string, 'left' | 'center' | 'normal'>> = {
  Left: 'left',
  Center: 'center',
  Right: 'normal',
};
const vertical: Readonly<Record<string, 'top' | 'middle' | 'bottom'>> = {
  Top: 'top',
  Center: 'middle',
  Bottom: 'bottom',
};

export function styleOf(range: FRange): CellStyle {
  const data = range.getCellStyleData();
  return {
    bold: data?.bl === BooleanNumber.TRUE,
    italic: data?.it === BooleanNumber.TRUE,
    ...(data?.cl?.rgb ? { fontColor: data.cl.rgb } : {}),
    ...(data?.bg?.rgb ? { fill: data.bg.rgb } : {}),
    wrap: range.getWrap(),
    ...(data?.fs ? { fontSize: data.fs } : {}),
    ...(data?.ff ? { fontName: data.ff } : {}),
  };
}

export function setCellStyle(range: FRange, style: CellStyle): void {
  if (style.bold !== undefined) range.setFontWeight(style.bold ? 'bold' : 'normal');
  if (style.italic !== undefined) range.setFontStyle(style.italic ? 'italic' : 'normal');
  if (style.fontColor !== undefined) range.setFontColor(style.fontColor);
  if (style.fill !== undefined) range.setBackgroundColor(style.fill);
  if (style.wrap !== undefined) range.setWrap(style.wrap);
  if (style.horizontal !== undefined) range.setHorizontalAlignment(horizontal[style.horizontal] ?? 'left');
  if (style.fontSize !== undefined) range.setFontSize(style.fontSize);
  if (style.fontName !== undefined) range.setFontFamily(style.fontName);
  if (style.vertical !== undefined) range.setVerticalAlignment(vertical[style.vertical] ?? 'bottom');
}
