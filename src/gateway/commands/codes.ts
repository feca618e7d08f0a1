// `gateway.mjs codes create|list|revoke`: access codes for people without Entra. A code is shown once, when it is made.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { CodeRecord, NewCode } from '../people/accessCode';
import type { CodeRegister } from '../people/codeRegister';
import { plainText } from '../telemetry/log';

const help = `Manages the access codes of the team.

  codes create <name>             creates a code and prints it; it cannot be printed again
  codes create --names <file>     creates a code for each line of the file and prints code and name
       --admin                    makes the person an administrator
       --email <address>          shares the budget of this Microsoft account
       --group <name>             counts against the budget of this group; can be repeated
       --expires <time>           expires after 90d or 12h, or on a date such as 2027-12-31
  codes list                      lists the codes by id, also those of feeds; secrets are not shown
  codes revoke <id> [<id> …]      revokes codes permanently`;

const longestName = 100;
const mostAtOnce = 10_000;
const date = (time: number | undefined) =>
  (time === undefined ? '' : new Date(time).toISOString().slice(0, 16)).padEnd(16);

export interface CodesParts {
  readonly register: CodeRegister;
  readonly clock: () => number;
  readonly say: (text: string) => void;
  /** For the audit trail. */
  readonly note?: (event: 'code created' | 'code revoked', record: CodeRecord) => void;
}

/** The exit code. */
export async function codesCommand(args: readonly string[], parts: CodesParts): Promise<number> {
  const [action, ...rest] = args;
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      allowPositionals: true,
      options: {
        admin: { type: 'boolean' },
        expires: { type: 'string' },
        names: { type: 'string' },
        email: { type: 'string' },
        group: { type: 'string', multiple: true },
      },
    });
    if (action === 'create' && (positionals.length > 0 || values.names !== undefined)) {
      const expiresAt = values.expires === undefined ? undefined : readEnd(values.expires, parts.clock());
      const names = values.names === undefined ? [positionals.join(' ')] : await readNames(values.names);
      const { admin = false, email, group: groups } = values;
      if (email !== undefined && (names.length > 1 || !/^[^\s@]+@[^\s@]+$/.test(email)))
        throw new Error('--email must be the e-mail address of one person');
      await create(names, { admin, expiresAt, email, groups, list: values.names !== undefined }, parts);
      return 0;
    }
    if (action === 'list' && rest.length === 0) return await list(parts);
    if (action === 'revoke' && positionals.length > 0) return await revoke(positionals, parts);
  } catch (error) {
    parts.say(`${error instanceof Error ? error.message.replace(/\.$/, '') : 'Something went wrong'}.`);
    return 1;
  }
  parts.say(help);
  return 1;
}

async function create(
  names: readonly string[],
  { list: many, ...facts }: Omit<NewCode, 'name'> & { list: boolean },
  { register, say, note }: CodesParts,
): Promise<void> {
  const wanted = names.map((name) => ({ ...facts, name: plainText(name.trim()).slice(0, longestName) }));
  if (wanted.some(({ name }) => name === '')) throw new Error('Enter the name of the person');
  for (const { code, record } of await register.create(wanted)) {
    note?.('code created', record);
    say(many ? `${code}  ${record.name}` : code);
  }
}

async function list({ register, say }: CodesParts): Promise<number> {
  const codes = await register.list();
  if (codes.length === 0) {
    say('No access codes yet.');
    return 0;
  }
  say(
    `${'id'.padEnd(10)}  state    ${['created', 'ends', 'last used'].map((name) => name.padEnd(16)).join('  ')}  name`,
  );
  for (const { id, name, admin, createdAt, revokedAt, expiresAt, usedAt, ended, grant } of codes) {
    const kind = grant ? 'feed   ' : admin ? 'admin  ' : 'active ';
    const state = revokedAt !== undefined ? 'revoked' : ended ? 'expired' : kind;
    const times = [createdAt, revokedAt ?? expiresAt, usedAt].map(date).join('  ');
    say(`${plainText(id)}  ${state}  ${times}  ${plainText(name)}`);
  }
  return 0;
}

async function revoke(ids: readonly string[], { register, say, note }: CodesParts): Promise<number> {
  let missing = 0;
  for (const id of ids) {
    const revoked = await register.revoke(id);
    if (revoked) note?.('code revoked', revoked);
    else missing += 1;
    const none = `No code has the id ${plainText(id)}. Run "codes list" to see all ids.`;
    say(revoked ? `The code of ${plainText(revoked.name)} has been revoked.` : none);
  }
  return missing === 0 ? 0 : 1;
}

async function readNames(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  const names = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (names.length === 0 || names.length > mostAtOnce) {
    throw new Error(`${file} must contain one name per line, at most ${mostAtOnce}`);
  }
  return names;
}

/** `90d`, or a date, whose last second still counts. */
function readEnd(text: string, now: number): number {
  const [, amount, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T23:59:59Z`) : Number.NaN;
  const end = amount === undefined ? day : now + Number(amount) * (unit === 'h' ? 3_600_000 : 86_400_000);
  if (Number.isNaN(end))
    throw new Error('--expires must be a time such as 90d or 12h, or a date such as 2027-12-31');
  if (end <= now) throw new Error('--expires must be in the future');
  return end;
}
