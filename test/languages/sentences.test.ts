// What cells say when there is no result, in every language: whole, and short enough for a cell.
import { languages } from '../../scripts/languages.mjs';
import { SpillwayError, type ErrorFacts } from '../../src/engine/request/errors';
import { holdReasons, type HoldReason } from '../../src/engine/request/holdReason';
import { cellFault, errorCodes } from '../../src/excel/errors/cellError';
import { notLoaded } from '../../src/excel/errors/lazyCellError';
import { speakInCells } from '../../src/excel/user/cellLanguage';
import { english, setLanguage } from '../../src/languages/t';
import { operationIds } from '../../src/operations';
import { checkRequest } from '../../src/operations/check/request';
import { readFormula } from '../../src/spill/read/formula/formula';
import { review } from '../../src/spill/read/review/review';
import { readCondition } from '../../src/spill/where/condition';
import { checkCondition } from '../../src/spill/where/select';

const tags = ['en', ...languages.map(({ tag }) => tag)];
afterEach(() => speakInCells('en'));

const facts: readonly ErrorFacts[] = [
  {},
  { billed: 'no' },
  { billed: 'maybe', foreign: true },
  { credits: 1_250, until: Date.UTC(2026, 10, 3, 9, 5) },
  { retryAfter: 20_000, timeout: 1_500 },
  ...[402, 409, 410, 413, 451, 501, 502, 503, 504, 418].map((status) => ({ status })),
  ...(Object.keys(holdReasons) as HoldReason[]).map((held) => ({ held, credits: 5 })),
];

const everything = () =>
  errorCodes.flatMap((code) =>
    facts.flatMap((each) =>
      [undefined, ...operationIds].map((operation) =>
        cellFault(new SpillwayError(code, each), operation === undefined ? {} : { operation }),
      ),
    ),
  );

it.each(tags)('says every failure whole, in %s', async (tag) => {
  await speakInCells(tag);
  for (const { message } of everything()) {
    expect(message.length).toBeLessThanOrEqual(250);
    expect(message).not.toMatch(/[{}]|undefined| {2}|…$/);
  }
  expect(notLoaded.message).toBe(cellFault(new SpillwayError('network', { billed: 'no' })).message);
});

it('says the kind of a failure alike in every language', async () => {
  const kinds = everything().map(({ fault }) => fault);
  const english = everything().map(({ message }) => message);
  for (const { tag } of languages) {
    await speakInCells(tag);
    const said = everything();
    expect(said.map(({ fault }) => fault)).toEqual(kinds);
    expect(said.filter(({ message }, place) => message === english[place])).toEqual([]);
  }
});

it('says what a gateway says in the language of the pane', async () => {
  const { sentences, direction, messages } = languages.find(({ tag }) => tag === 'ru')!;
  const facts = { byGateway: true, detail: 'The gateway is busy. Try again in a moment.' };
  const said = () => cellFault(new SpillwayError('unexpected_status', facts)).message;
  expect(said()).toContain('The gateway says: The gateway is busy. Try again in a moment.');
  await speakInCells('ru');
  setLanguage({ tag: 'ru', direction, messages, sentences });
  const russian = said();
  setLanguage(english);
  expect(russian).toContain('Шлюз сообщает: Шлюз занят. Повторите попытку чуть позже.');
});

it('counts with the forms of the language, and writes numbers as it does', async () => {
  const held = (credits: number) => cellFault(new SpillwayError('held', { credits })).message;
  expect(held(1_250)).toContain('Held: 1,250 credits');
  await speakInCells('ru');
  expect([1, 3, 5].map(held)).toEqual([
    expect.stringContaining('Отложено: 1 кредит,'),
    expect.stringContaining('Отложено: 3 кредита,'),
    expect.stringContaining('Отложено: 5 кредитов,'),
  ]);
  await speakInCells('nl');
  expect(held(1_250)).toContain('Aangehouden: 1.250 credits');
});

it('says what is wrong with a formula, and keeps names and codes', async () => {
  const read = (options: string) => () =>
    readFormula('ruretail', ['iphone', 5, '', options], () => undefined, checkRequest, review);
  await speakInCells('nl');
  expect(read('prijs=5')).toThrow('"prijs" is geen optie van RURETAIL.SEARCH.');
  expect(read('price_max=vijf')).toThrow('price_max moet een geheel getal zijn, zoals 5, niet "vijf".');
  await speakInCells('ru');
  expect(
    checkRequest('stays', { destination: 'Paris', checkin: '2027-05-07', checkout: '2027-05-03', count: 5 }),
  ).toEqual({
    ok: false,
    faults: [
      {
        path: ['checkout'],
        message: 'checkout (2027-05-03) должен быть позже, чем checkin (2027-05-07).',
      },
    ],
  });
});

it('says what is wrong with a condition, by the names of the language', async () => {
  const check = (text: string) => () => checkCondition('ruretail', readCondition('ruretail', text));
  await speakInCells('nl');
  expect(check('price>')).toThrow('where: "price>" heeft geen waarde. Gebruik een vergelijking zoals');
  await speakInCells('ru');
  expect(check('price>много')).toThrow('where: "price>много". «Цена» — это число. Напишите его так: 50000.');
});
