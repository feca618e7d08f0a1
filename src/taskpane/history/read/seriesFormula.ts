// The formula that gives the line of an item in the sheet. It reads the history and costs nothing.
import { conditionsOf, type ItemKey } from '../../../history/observation';
import { operationOf } from '../../../operations';
import { writeText } from '../../../spill/read/formula/writeFormula';
import { defaultView } from '../../../spill/read/options/view';
import { writeOptions } from '../../../spill/read/options/writeOptions';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export function seriesFormula({ operation, id, comparable }: ItemKey, field: string, namespace = ''): string {
  const { raw, ...params } = conditionsOf(comparable);
  const passed = Object.entries(isRecord(raw) ? raw : {}).map(
    ([name, value]) => [`raw:${name}`, value] as const,
  );
  const options = writeOptions({ ...params, ...Object.fromEntries(passed) }, defaultView);
  // As the reference spells them.
  const args = [operationOf(operation).function, id, field.replace(/\.amount$/, '')].map(writeText);
  // Start, end and interval are left out: every observation.
  if (options !== '') args.push('', '', '', writeText(options));
  return `=${namespace === '' ? '' : `${namespace}.`}HISTORY.SERIES(${args.join(',')})`;
}
