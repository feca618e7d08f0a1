// The result of a function that asks for no data: its rows as Excel takes them, unless Excel cancels the call or it takes too long.
import { SpillwayError } from '../../engine/request/errors';
import { cellFault } from '../../excel/errors/cellError';
import { excelError, isExcelError } from '../../excel/errors/excelError';
import type { Cell } from '../../spill/cell';
import type { FunctionContext } from './functionContext';
import { settled, type Invocation } from './invocation';
import { excelRows, type ExcelRows } from './rows';

export async function rowsInTime(
  working: Promise<readonly (readonly Cell[])[]>,
  invocation: Invocation,
  { runtime, timeout, host }: Pick<FunctionContext, 'runtime' | 'timeout' | 'host'>,
  onLate: () => void = () => undefined,
): Promise<ExcelRows> {
  try {
    const end = await settled(working, invocation, timeout);
    if (end === 'cancelled') throw new SpillwayError('cancelled');
    if (end === 'late') {
      onLate();
      throw new SpillwayError('deadline', { billed: 'no' });
    }
    return excelRows(await working, host);
  } catch (error) {
    throw isExcelError(error) ? error : excelError(cellFault(error, { keyProblem: runtime.key.problem() }));
  }
}
