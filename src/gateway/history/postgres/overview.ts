// What PostgreSQL knows about all scopes together.
import type { Session } from './database';

export async function allScopes(session: Session): Promise<string[]> {
  const rows = await session.query<{ name: string }>(
    'select name from spillway.scopes where deleted_at is null order by id',
  );
  return rows.map(({ name }) => name);
}

const tables = ['items', 'sightings', 'requests', 'lists'];

/** Files never shrink by themselves, so what is over the limit is counted row by row; below it, the files are enough. */
export async function allBytes(session: Session, limit: number): Promise<number> {
  const files = tables.map((name) => `pg_total_relation_size('spillway.${name}')`).join(' + ');
  const [all] = await session.query<{ bytes: number }>(`select (${files})::float8 as bytes`);
  if ((all?.bytes ?? 0) <= limit) return all?.bytes ?? 0;
  // A row's own bytes, and about as much again for its index.
  const rows = tables.map(
    (name) => `(select coalesce(sum(pg_column_size(one.*) + 60), 0) from spillway.${name} as one)`,
  );
  const [exact] = await session.query<{ bytes: number }>(`select (${rows.join(' + ')})::float8 as bytes`);
  return exact?.bytes ?? 0;
}
