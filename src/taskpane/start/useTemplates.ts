// The templates of the open workbook, and what a person does with them: add, price, fill, remove.
import { templateIn } from '../../excel/templates/templateTexts';
import { excelTemplates, type BuiltTemplate } from '../../excel/templates/excelTemplates';
import { withSheetNames } from '../../excel/templates/sheetReferences';
import { isHandedOver } from '../../engine/request/errors';
import { productsIn } from '../../match/decision';
import { localSerial } from '../../spill/read/values/excelDate';
import { InputFault } from '../../spill/inputFault';
import type { Template } from '../../templates/template';
import { named, t } from '../../languages/t';
import { fetchPlanned, type FetchPlan } from '../formulas/pricing/fetchPlan';
import { useCounter, usePane, useReading, useReadingParts } from '../shell/usePane';
import { failureText } from '../text/failureText';
import { credits, plural } from '../text/words';
import { planFill, sheetNames } from './fillPlan';
import { storedLook } from './lookSection';

const readBuilt = () => excelTemplates.built();

export function useTemplates() {
  const { runtime, now, workbook, drafts, open } = usePane();
  const reading = useReadingParts();
  const [version, lookAgain] = useCounter();
  // While Excel is busy, it is what was seen last.
  const { data: built = [] } = useReading(readBuilt, version);

  const add = async (template: Template): Promise<string> => {
    const ownLook = await storedLook(runtime.strings);
    const made = await runtime.holdNew({ areas: [] }, () =>
      excelTemplates.build(template, Math.floor(localSerial(now())), ownLook),
    );
    lookAgain();
    const sheets = sheetNames(made);
    return t('start.addedTheRowsAre', { sheets });
  };

  const price = async (template: Template, of: BuiltTemplate): Promise<FetchPlan> =>
    planFill(runtime.engine, {
      cells: await excelTemplates.formulas(template, of),
      ...reading(),
      now: now(),
    });

  /** Priced again: cells may have changed since the price was shown, and then the new price is shown first. */
  const fill = async (
    template: Template,
    of: BuiltTemplate,
    shown: FetchPlan,
  ): Promise<FetchPlan | string> => {
    const isStopped = runtime.engine.watchStops();
    const plan = await price(template, of);
    if (plan.quote.credits > shown.quote.credits) return plan;
    // While Excel cannot be read, the sheets are taken to be there.
    const wanted = () =>
      excelTemplates.formulas(template, of).then(
        () => () => true,
        (error: unknown) => () => !(error instanceof InputFault),
      );
    const report = await fetchPlanned(runtime.engine, plan, isStopped, wanted);
    const { responses, spent, failures } = report;
    if (!report.isWanted) return t('start.aSheetOfThis', { credits: credits(spent) });
    const [first] = failures.values();
    const handedOver = [...failures.values()].filter(isHandedOver).length;
    if (handedOver > 0)
      return t('start.theGatewayFetchesOf', {
        results: plural(handedOver, 'result'),
        requests: plan.requests.length,
      });
    if (responses.size === 0 && first !== undefined)
      return t('start.nothingWasFilledThe', { reason: failureText(first) });
    const formulas = (await excelTemplates.formulas(template, of)).map(({ cell }) => cell);
    const areas = formulas.map(
      (cell, index) => cell.slice(0, cell.lastIndexOf('!') + 1) + (template.live[index]?.samples ?? ''),
    );
    await runtime.holdNew({ areas, formulas }, () => excelTemplates.fill(templateIn(named, template), of));
    if (first === undefined)
      return t('start.filledWithLiveData', {
        requests: plural(plan.requests.length, 'request'),
        price: spent === 0 ? t('common.free') : t('common.spent', { credits: credits(spent) }),
      });
    const done = t('start.filledWithLiveData2', {
      size: responses.size,
      requests: plural(plan.requests.length, 'request'),
      credits: credits(spent),
    });
    return t('start.failed', {
      done,
      requests: plural(failures.size, 'request'),
      reason: failureText(first),
    });
  };

  const remove = async (of: BuiltTemplate): Promise<string> => {
    await runtime.holdNew({ areas: [] }, () => excelTemplates.remove(of));
    lookAgain();
    return t('start.removed', { sheets: sheetNames(of) });
  };

  /** Opens Match for the products of its list. */
  const matchProducts = async ({ matching }: Template, { sheets }: BuiltTemplate): Promise<string> => {
    if (!matching) return '';
    const address = withSheetNames(matching.names, new Map(sheets.map(({ key, name }) => [key, name])));
    drafts.write('match source', matching.operation);
    const products = productsIn((await workbook.values(address, address)) ?? []);
    drafts.write('match items', products);
    open('match');
    return t('start.toMatch', { products: plural(products.length, 'product') });
  };

  return { built, add, price, fill, remove, matchProducts };
}

export type Templates = ReturnType<typeof useTemplates>;
