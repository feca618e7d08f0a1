// Which cells did not come along, in a sentence.
import { plural } from '../text/words';

const named = 3;

export function leftOutText(left: readonly string[], how: string): string {
  if (left.length === 0) return '';
  const more = left.length > named ? `, and ${left.length - named} more` : '';
  return ` ${plural(left.length, 'formula')} ${how}: ${left.slice(0, named).join('; ')}${more}.`;
}
