// The tables of the history, step by step. A step that was released is never changed; what comes later is a new step.
//
// A sighting is one item in one response. It holds the followed fields that differ from the sighting before it, and the rest of
// the record where that differs, so that a year of daily refreshes of a price that never changes is a list of times.

const tables = `
create table spillway.scopes (
  id integer generated always as identity primary key,
  name text not null unique
);

create table spillway.items (
  id bigint generated always as identity primary key,
  scope integer not null references spillway.scopes on delete cascade,
  -- The digest of operation, item and comparable, which may be longer than an index allows.
  key text not null,
  operation text not null,
  item text not null,
  comparable text not null,
  label text not null,
  first bigint not null,
  last bigint not null,
  -- As last seen.
  followed json not null,
  rest json not null,
  unique (scope, key)
);
create index items_by_name on spillway.items (scope, operation, substr(item, 1, 64));

create table spillway.sightings (
  item bigint not null references spillway.items on delete cascade,
  at bigint not null,
  changed jsonb,
  rest json,
  primary key (item, at)
);
create index sightings_by_time on spillway.sightings (at);

create table spillway.requests (
  id bigint generated always as identity primary key,
  scope integer not null references spillway.scopes on delete cascade,
  key text not null,
  operation text not null,
  request text not null,
  comparable text not null,
  params json not null,
  raw json not null,
  unique (scope, key)
);

create table spillway.lists (
  request bigint not null references spillway.requests on delete cascade,
  at bigint not null,
  asked bigint,
  -- In order: the item, null for a deleted one, or the record where it cannot be told from others.
  entries json not null,
  primary key (request, at)
);
`;

/**
 * For Power Query, Power BI and any SQL client: a row for each value, with the times it was first and last seen. A value was last
 * seen at the sighting before the next change. What readers filter by is in every partition, so that filters reach the tables.
 */
const viewOver = (scopes: string): string => `
create or replace view spillway.history as
select
  scope,
  source,
  item,
  label,
  conditions,
  change.key as field,
  case when jsonb_typeof(change.value) = 'number' then change.value::text::numeric end as number,
  change.value #>> '{}' as text,
  to_timestamp(at / 1000.0) as first_seen,
  to_timestamp(
    coalesce(
      lead(before) over (partition by id, scope, source, item, conditions, change.key order by at),
      last
    ) / 1000.0
  ) as last_seen
from (
  select
    items.id,
    scopes.name as scope,
    items.operation as source,
    items.item,
    items.label,
    items.comparable as conditions,
    items.last,
    sightings.at,
    sightings.changed,
    lag(sightings.at) over (
      partition by items.id, scopes.name, items.operation, items.item, items.comparable
      order by sightings.at
    ) as before
  from spillway.sightings
  join spillway.items on items.id = sightings.item
  join spillway.scopes on ${scopes}
) as seen
cross join lateral jsonb_each(changed) as change;
`;

/** What a deletion took belongs to a scope of its own, until it can no longer be undone; no reader looks there. */
const deletions = `
alter table spillway.scopes add column deleted_at bigint;

create table spillway.deletions (
  scope integer not null references spillway.scopes on delete cascade,
  id text not null,
  at bigint not null,
  filter json not null,
  trash integer references spillway.scopes on delete set null,
  primary key (scope, id)
);
`;

/** Needs the right to create roles; without it an administrator of the database does it (docs/operating.md). */
export const readerRole = `
do $$
begin
  if not exists (select from pg_roles where rolname = 'spillway_reader') then
    create role spillway_reader nologin;
  end if;
  grant usage on schema spillway to spillway_reader;
  grant select on spillway.history to spillway_reader;
exception
  when insufficient_privilege or unique_violation or duplicate_object then null;
end
$$;
`;

/** In order; the version is the number of steps that were taken. */
export const migrations: readonly string[] = [
  tables + viewOver('scopes.id = items.scope'),
  deletions + viewOver('scopes.id = items.scope and scopes.deleted_at is null'),
];
