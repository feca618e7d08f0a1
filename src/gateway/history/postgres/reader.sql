-- Needs the right to create roles; without it an administrator of the database does it (docs/operating.md).
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
