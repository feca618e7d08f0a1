// A mistyped name would silently leave its setting at the default, which for a budget is "no limit". So whatever begins like a
// setting and is none is told, with the name that was most likely meant.
import { nearest } from '../../operations/check/nearest';
import { plainText } from '../telemetry/plainText';
import type { Environment } from './environment';
import { othersNames, renamedSettings, settingsTable } from './settingsTable';

const names = Object.keys(settingsTable);
const known = new Set([...names, ...othersNames, ...Object.keys(renamedSettings)]);
const bare = (name: string) => name.toUpperCase().replace(/^SPILLWAY_/, '');

export function unknownNames(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => /^spillway_/i.test(name) && !known.has(name) && !isSameOnWindows(env, name))
    .map((name) => {
      const meant = nearest(bare(name), names.map(bare));
      const full = names.find((it) => meant !== undefined && bare(it) === meant);
      const hint = full === undefined ? 'see docs/deploying.md for the list' : `did you mean ${full}`;
      const question = full === undefined ? '.' : '?';
      return `${plainText(name)} is not a setting: ${hint}${question}`;
    });
}

/** The environment under today's names, and a sentence for each that was given under an earlier one. */
export function currentNames(env: Environment): { env: Environment; warnings: readonly string[] } {
  const found = Object.entries(renamedSettings).filter(([old]) => (env[old] ?? '').trim() !== '');
  const given = found.map(([old, name]) => [name, (env[name] ?? '').trim() === '' ? env[old] : env[name]]);
  return {
    env: { ...env, ...(Object.fromEntries(given) as Environment) },
    warnings: found.map(([old, name]) => `${old} is now ${name}. The earlier name still works: rename it.`),
  };
}

/** Windows knows one name in any spelling. */
const isSameOnWindows = (env: Environment, name: string): boolean =>
  known.has(name.toUpperCase()) && env[name.toUpperCase()] === env[name] && process.platform === 'win32';
