-- A sighting is one item in one response. It holds the followed fields that differ from the sighting before it, and the rest of
-- the record where that differs, so that a year of daily refreshes of a price that never changes is a list of times.
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
