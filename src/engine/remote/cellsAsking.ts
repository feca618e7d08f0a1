// Which of many cells a request belongs to, so that a job names, and makes Excel call again, only the cells that show it.
import type { DataRequest } from '../request/dataRequest';
import type { RemoteParts } from './remoteParts';

export function cellsAsking(
  { demand }: Pick<RemoteParts, 'demand'>,
  cells: readonly string[],
): (request: DataRequest) => string[] {
  const asked = new Map<string, Set<string>>();
  for (const { cell, requests } of demand()) asked.set(cell, new Set(requests.map(({ key }) => key)));
  // A cell that Excel has not called since the workbook was opened may ask for anything.
  return ({ key }) => cells.filter((cell) => asked.get(cell)?.has(key) ?? true);
}
