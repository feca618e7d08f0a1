// `gateway.mjs codes create|list|revoke`: access codes for people without Entra. A code is shown once, when it is made.
import type { CodeRegister } from '../people/codeRegister';

const help = `Access codes of the team.

  codes create <name> [--admin]   makes a code and shows it, this once
  codes list                      lists the codes, without them
  codes revoke <id>               ends a code for good`;

const date = (time: number | undefined) =>
  time === undefined ? '' : new Date(time).toISOString().slice(0, 16);

/** The exit code. */
export async function codesCommand(
  register: CodeRegister,
  args: readonly string[],
  say: (text: string) => void,
): Promise<number> {
  const [action, ...rest] = args;
  const words = rest.filter((word) => word !== '--admin');
  const admin = rest.includes('--admin');
  if (action === 'create' && words.length > 0) {
    const code = await register.create(words.join(' ').slice(0, 100), admin);
    say(code);
    return 0;
  }
  if (action === 'list') {
    const codes = await register.list();
    for (const { id, name, admin: isAdmin, createdAt, revokedAt } of codes) {
      const state = revokedAt === undefined ? (isAdmin ? 'admin  ' : 'active ') : 'revoked';
      say(`${id}  ${state}  ${date(createdAt)}  ${date(revokedAt).padEnd(16)}  ${name}`);
    }
    if (codes.length === 0) say('There are no access codes yet.');
    return 0;
  }
  if (action === 'revoke' && words.length === 1) {
    const revoked = await register.revoke(words[0] ?? '');
    say(
      revoked
        ? `The code of ${revoked.name} is revoked.`
        : 'There is no code with this id: see "codes list".',
    );
    return revoked ? 0 : 1;
  }
  say(help);
  return 1;
}
