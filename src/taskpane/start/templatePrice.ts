// What filling a template costs with the inputs it comes with, for its card.
import { t } from '../../languages/t';
import { cost } from '../../operations';
import type { Template } from '../../templates/template';
import { credits, plural } from '../text/words';

export function templatePrice({ live }: Template): { requests: number; credits: number } {
  return {
    requests: live.reduce((sum, { requests }) => sum + requests, 0),
    credits: live.reduce((sum, { requests, operation, count }) => sum + requests * cost(operation, count), 0),
  };
}

export function priceLine(template: Template): string {
  const price = templatePrice(template);
  return t('start.costs', { requests: plural(price.requests, 'request'), credits: credits(price.credits) });
}
