// What somebody deletes: it moves to a scope of its own, where nobody looks, and is gone for good after a while.
import { isWhole, newDeletionId, type Deletion } from '../../../history/deletion';
import { formerlyDated } from '../../../history/observation';
import type { ItemFilter } from '../../../history/store';
import { scopeRow } from './append';
import type { Session } from './database';
import { conditionOf } from './read';
import { safeJson, safeText } from './safeText';

/** More than anybody deletes by hand; the oldest are forgotten. */
const mostDeletions = 500;

interface Move {
  readonly scope: number;
  readonly trash: number;
}

export async function remove(session: Session, scopeName: string, { filter, at }: Deletion): Promise<string> {
  const { id: scope } = await scopeRow(session, scopeName);
  const same = await session.query<{ id: string }>(
    'select id from spillway.deletions where scope = $1 and at = $2',
    [scope, at],
  );
  const deletion = newDeletionId(
    at,
    same.map(({ id }) => id),
  );
  const [made] = await session.query<{ id: number }>(
    'insert into spillway.scopes (name, deleted_at) values ($1, $2) returning id',
    [`${scopeName}~${deletion}`, at],
  );
  const trash = made!.id;
  await session.query(
    'insert into spillway.deletions (scope, id, at, filter, trash) values ($1, $2, $3, $4, $5)',
    [scope, deletion, at, safeJson(filter), trash],
  );
  await session.query(
    `delete from spillway.deletions where scope = $1 and trash is null and id not in (
       select id from spillway.deletions where scope = $1 order by at desc limit ${mostDeletions})`,
    [scope],
  );
  const { text, values } = conditionOf(filter, (one) => [one, formerlyDated(one)]);
  const trashValue = `$${values.length + 2}`;
  await session.query(`update spillway.items set scope = ${trashValue} where scope = $1${text}`, [
    scope,
    ...values,
    trash,
  ]);
  if (isWhole(filter)) await moveRequests(session, { scope, trash }, filter);
  else await forgetNames(session, { scope, trash }, filter);
  return deletion;
}

async function moveRequests(
  session: Session,
  { scope, trash }: Move,
  { operation }: ItemFilter,
): Promise<void> {
  const ofOperation = operation === undefined ? '' : ' and operation = $3';
  await session.query(`update spillway.requests set scope = $2 where scope = $1${ofOperation}`, [
    scope,
    trash,
    ...(operation === undefined ? [] : [operation]),
  ]);
}

/** A list keeps the place of an item that was deleted, without its name; the names are put aside. */
async function forgetNames(
  session: Session,
  { scope, trash }: Move,
  { operation, id, comparable }: ItemFilter,
): Promise<void> {
  const given: unknown[] = [scope];
  const value = (one: unknown) => `$${given.push(one)}`;
  const isNamed =
    `json_typeof(entry) = 'string'` +
    (id === undefined ? '' : ` and entry #>> '{}' = ${value(safeText(id))}`);
  const where =
    (operation === undefined ? '' : ` and requests.operation = ${value(operation)}`) +
    (comparable === undefined ? '' : ` and requests.comparable = ${value(safeText(comparable))}`);
  const entriesWith = (named: string, others: string) =>
    `(select coalesce(json_agg(case when ${isNamed} then ${named} else ${others} end order by place), '[]')
      from json_array_elements(lists.entries) with ordinality as each (entry, place))`;
  const isMeant = `exists (select from json_array_elements(lists.entries) as entry where ${isNamed})`;
  const none = 'null::json';
  const withTrash = [...given, trash];
  const inTrash = `$${withTrash.length}`;
  await session.query(
    `insert into spillway.requests (scope, key, operation, request, comparable, params, raw)
     select ${inTrash}, key, operation, request, comparable, params, raw from spillway.requests
     where scope = $1${where}
       and exists (select from spillway.lists where lists.request = requests.id and ${isMeant})`,
    withTrash,
  );
  await session.query(
    `insert into spillway.lists (request, at, asked, entries)
     select aside.id, lists.at, lists.asked, ${entriesWith('entry', none)}
     from spillway.lists
     join spillway.requests on requests.id = lists.request
     join spillway.requests aside on aside.scope = ${inTrash} and aside.key = requests.key
     where requests.scope = $1${where} and ${isMeant}`,
    withTrash,
  );
  await session.query(
    `update spillway.lists set entries = ${entriesWith(none, 'entry')}
     from spillway.requests
     where requests.id = lists.request and scope = $1${where} and ${isMeant}`,
    given,
  );
}

export async function purge(session: Session, scopeName: string, before: number): Promise<void> {
  await session.query(
    `delete from spillway.scopes where id in (
       select deletions.trash from spillway.deletions
       join spillway.scopes on scopes.id = deletions.scope
       where scopes.name = $1 and deletions.at < $2)`,
    [scopeName, before],
  );
}
