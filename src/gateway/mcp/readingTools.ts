// The tools that never spend, and the resources and prompts: what was fetched, decided and spent, and the formula for a request.
import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isOperationId, operationIds } from '../../operations';
import { tableField } from '../../operations/histories';
import { pageOf } from '../feed/feedPage';
import { askedRows } from '../feed/feedQuery';
import { Problem } from '../http/problem';
import { readRequest, type ReadRequest } from './askedRequest';
import type { Caller } from './orders';
import { prompts, referenceOf, sourceLines } from './reference';
import { freely, isData, paging, request, source, toolFor, type ToolParts } from './toolCall';
import { chosenColumns, mostToolRows, shownText, shownJson } from './toolData';
import { makeDataRequest } from '../../engine/request/dataRequest';
import { checkRequest } from '../../operations/check/request';
import { InputFault } from '../../spill/inputFault';
import { readFormula } from '../../spill/read/formula/formula';
import { readFormulaText, readLiteral } from '../../spill/read/formula/formulaText';
import { writeFormula } from '../../spill/read/formula/writeFormula';
import { readColumn } from '../../spill/read/options/columns';
import { defaultView } from '../../spill/read/options/view';

const text = z.string().max(8_000);
const ofLines = z.strictObject({
  source: source.optional(),
  item: text.optional(),
  field: text.optional(),
  from: z.string().max(40).optional().describe('A date such as 2027-05-03, or a time.'),
  to: z.string().max(40).optional(),
  cursor: z.string().max(40_000).optional(),
  limit: z.number().int().min(1).max(mostToolRows).optional(),
});

const schemas = {
  lines: ofLines,
  matches: ofLines.omit({ field: true }),
  usage: z.strictObject({}),
  formula: z.strictObject({ ...request.shape, columns: paging.columns }),
};

export function addReading(server: McpServer, parts: ToolParts, caller: Caller): void {
  const tool = toolFor(parts, caller);
  for (const table of ['history', 'changes'] as const)
    server.registerTool(
      table,
      {
        title: table === 'history' ? 'Values over time' : 'What changed',
        description:
          table === 'history'
            ? 'Free. Every value of every item that was fetched, over time.'
            : 'Free. Where a value changed between two fetches, with the value before.',
        inputSchema: schemas.lines,
        annotations: freely,
      },
      tool(table, (given: z.infer<typeof schemas.lines>) => linesOf(parts, caller, table, given)),
    );

  server.registerTool(
    'matches',
    {
      title: 'Matched products',
      description:
        'Free. Which offers of a source people accepted as their own products, by item. A row without a product: none of the ' +
        'offers was the product. Compare prices of matched offers only.',
      inputSchema: schemas.matches,
      annotations: freely,
    },
    tool('matches', (given: z.infer<typeof schemas.matches>) => linesOf(parts, caller, 'matches', given)),
  );

  server.registerTool(
    'usage',
    {
      title: 'Credits used',
      description:
        'Free. What this agent has spent today and may still spend, and the budgets of its person.',
      inputSchema: schemas.usage,
      annotations: freely,
    },
    tool('usage', () => usageOf(parts, caller)),
  );

  server.registerTool(
    'formula',
    {
      title: 'Excel formula',
      description:
        'Free. The Excel formula for a request. In a workbook with Spillway it shows the same rows; if the request was fetched ' +
        'before, the cell costs nothing. Write it into a cell instead of pasting values.',
      inputSchema: schemas.formula,
      annotations: freely,
    },
    tool('formula', async ({ columns, ...asked }: z.infer<typeof schemas.formula>) => {
      const read = readRequest(asked, parts.clock());
      if (columns) chosenColumns(asked.source, columns);
      const formula = formulaOf(read, columns, parts.namespace);
      const isFree = await parts.isKept(caller, read);
      const credits = isFree ? 0 : read.wire.credits;
      return {
        formula,
        credits,
        next: isFree
          ? 'The cell costs nothing.'
          : `The cell would cost ${credits} credits. To agree on that first, use estimate and fetch.`,
      };
    }),
  );
}

async function linesOf(
  { history, shared }: ToolParts,
  { person }: Caller,
  table: 'history' | 'changes' | 'matches',
  { limit = 50, ...given }: z.infer<typeof ofLines>,
): Promise<object> {
  if (!history) throw new Problem(404, 'This gateway does not keep a history.');
  const scope = history.scopeOf(person);
  const parameters = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries(given)) if (value !== undefined) parameters.set(name, value);
  const grant = { owner: person.id, history: scope, tables: [table], sources: operationIds };
  const known = { history: history.inScope(scope), matches: () => shared?.of(scope).matches ?? [] };
  const { query, rows } = askedRows(table, known, grant, parameters);
  const { body, next } = await pageOf(rows, query, 'json', { bytes: 150_000, looked: 200_000 });
  const found = JSON.parse(body) as { rows: unknown[] };
  return {
    note: isData,
    rows: shownJson(found.rows),
    ...(next !== undefined && { cursor: next, next: 'There are more rows: give the cursor.' }),
  };
}

async function usageOf({ agents, spending }: ToolParts, { person, agent }: Caller): Promise<object> {
  const { ask, spent, unasked, left, isStopped } = await agents.state(person, agent);
  const budgets = spending?.states(person).filter(({ limit }) => limit !== undefined) ?? [];
  return {
    agent: {
      name: agent,
      spent_today: spent,
      left_today: left,
      left_this_hour_without_asking: Math.max(0, Math.min(ask - unasked, left)),
      stopped: isStopped,
    },
    budgets: budgets.map(({ account, period, spent: used, limit }) => ({
      whose: account.startsWith('person:') ? 'person' : shownText(account),
      period,
      spent: used,
      limit,
    })),
  };
}

export function addReference(server: McpServer, { history, shared }: ToolParts, { person }: Caller): void {
  const markdown = { mimeType: 'text/markdown' };
  const list = 'spillway://sources';
  server.registerResource('sources', list, { title: 'Sources', ...markdown }, () => ({
    contents: [{ uri: list, ...markdown, text: sourceLines() }],
  }));
  const sets = 'spillway://filters';
  server.registerResource(
    'filters',
    sets,
    { title: 'Filter sets for stays, by name', mimeType: 'application/json' },
    () => {
      const kept = history ? (shared?.of(history.scopeOf(person)).filters ?? []) : [];
      const shown = kept.flatMap((set) =>
        'params' in set ? [{ name: set.name, parameters: set.params }] : [],
      );
      const text = JSON.stringify({ note: isData, sets: shownJson(shown) });
      return { contents: [{ uri: sets, mimeType: 'application/json', text }] };
    },
  );
  const resources = operationIds.map((id) => ({ uri: `${list}/${id}`, name: id, ...markdown }));
  server.registerResource(
    'source',
    new ResourceTemplate(`${list}/{source}`, { list: () => ({ resources }) }),
    { title: 'Reference of a source', ...markdown },
    (uri, { source: id }) => {
      if (typeof id !== 'string' || !isOperationId(id)) throw new Error('There is no such source.');
      return { contents: [{ uri: uri.href, ...markdown, text: referenceOf(id) }] };
    },
  );
  for (const [name, { title, description, text: words }] of Object.entries(prompts))
    server.registerPrompt(name, { title, description }, () => ({
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: words } }],
    }));
}

// The Excel formula for a request. It is read back as Excel would read it before it is given out: a formula that asked for
// anything else would buy again what the agent has bought.

/** Excel takes no longer formula. */
const longest = 8_192;
const noSets = () => undefined;

function formulaOf(
  { wire, count }: ReadRequest,
  columns: readonly string[] | undefined,
  namespace: string | undefined,
): string {
  const { operation, params } = wire;
  // A cell shows the currency with each amount; where no field of the record says it, it is no column of a formula.
  const named = (columns ?? []).filter((name) => name !== 'currency' || tableField(operation, name));
  const view = { ...defaultView, columns: named.map((name) => readColumn(operation, name)) };
  const wanted = count === undefined ? params : { ...params, count };
  const formula = writeFormula(operation, wanted, view, namespace === undefined ? {} : { namespace });
  if (formula.length > longest)
    throw new Problem(422, 'The formula would be longer than Excel allows. Use fewer values.');
  if (keyOf(formula, wire.operation) !== wire.key)
    throw new Problem(422, 'This request cannot be written as a formula.');
  return formula;
}

/** The key of the request that a cell with this formula makes. */
function keyOf(formula: string, operation: ReadRequest['wire']['operation']): string | undefined {
  const call = readFormulaText(formula);
  if (!call) return undefined;
  try {
    const { items } = readFormula(operation, call.args.map(valueOf), noSets, checkRequest);
    const [item, ...more] = items;
    if (item?.state !== 'request' || more.length > 0) return undefined;
    return makeDataRequest(operation, item.params, item.raw).key;
  } catch (error) {
    if (error instanceof InputFault) return undefined;
    throw error;
  }
}

/** An argument as Excel passes it on. */
function valueOf(source: string): string | number | boolean | null {
  const text = source.trim();
  if (text === '') return null;
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (/^(TRUE|FALSE)$/.test(text)) return text === 'TRUE';
  const [, year, month, day] = /^DATE\((\d{4}),(\d{1,2}),(\d{1,2})\)$/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return readLiteral(text) ?? text;
}
