-- What a deletion took belongs to a scope of its own, until it can no longer be undone; no reader looks there.
alter table spillway.scopes add column deleted_at bigint;

create table spillway.deletions (
  scope integer not null references spillway.scopes on delete cascade,
  id text not null,
  at bigint not null,
  filter json not null,
  trash integer references spillway.scopes on delete set null,
  primary key (scope, id)
);
