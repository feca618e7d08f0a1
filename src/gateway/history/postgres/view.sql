-- For Power Query, Power BI and any SQL client: a row for each value, with the times it was first and last seen. A value was last
-- seen at the sighting before the next change. What readers filter by is in every partition, so that filters reach the tables.
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
  join spillway.scopes on scopes.id = items.scope and scopes.deleted_at is null
) as seen
cross join lateral jsonb_each(changed) as change;
