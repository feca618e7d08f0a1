// Files and folders that settings name: there, of the right kind, and open to this user, or told in a sentence.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkPair } from '../http/certificate';
import { canBeSent } from '../../engine/request/credential';
import { jsonOrNothing } from '../http/json';
import { isCodeRecord } from '../people/accessCode';
import { plainText } from '../telemetry/log';
import type { EnvironmentReader } from './environment';
import { settingOf, type NameOf } from './settingsTable';

type PlaceName = NameOf<'file' | 'folder'>;

/** A pipe or a device is neither: reading it may never end. */
const kindOf = (place: string): 'file' | 'folder' | 'other' | undefined => {
  try {
    const found = statSync(place);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
  } catch {
    return undefined;
  }
};

const may = (place: string, mode: number): boolean => {
  try {
    accessSync(place, mode);
    return true;
  } catch {
    return false;
  }
};

const { R_OK, W_OK, X_OK } = constants;

/** What is wrong with a place, as the end of a sentence; undefined when nothing is. */
function fault(place: string, kind: 'file' | 'folder', is: 'must' | 'made' | 'beside'): string | undefined {
  const found = kindOf(place);
  const parent = path.dirname(path.resolve(place));
  if (found === 'other') return `which is neither a file nor a folder`;
  if (found !== undefined && found !== kind) {
    return kind === 'file' ? 'which is a folder, not a file' : 'which is a file, not a folder';
  }
  if (found === undefined && is === 'must') return `which does not exist`;
  if (found === undefined) {
    if (kindOf(parent) !== 'folder') return `but the folder ${plainText(parent)} does not exist`;
    return may(parent, W_OK | X_OK) ? undefined : 'which this user does not have permission to create';
  }
  if (is === 'must')
    return may(place, kind === 'file' ? R_OK : R_OK | X_OK)
      ? undefined
      : 'which this user does not have permission to read';
  const open = may(place, kind === 'file' ? R_OK | W_OK : R_OK | W_OK | X_OK);
  return open ? undefined : 'which this user does not have permission to write to';
}

/** The place as it was given; `making` is a folder that will be there. */
export function readPlace(read: EnvironmentReader, name: PlaceName, making?: string): string | undefined {
  const place = read.text(name);
  if (place === undefined) return undefined;
  const { kind, is } = settingOf(name);
  if (making !== undefined && path.dirname(path.resolve(place)) === making && kindOf(making) === undefined) {
    return place;
  }
  const wrong = fault(place, kind, is);
  if (wrong !== undefined) read.fault(`${name} is set to ${plainText(place)}, ${wrong}.`);
  return place;
}

/** A folder without it would leave every page without Excel. */
export function readOfficeJs(read: EnvironmentReader): string | undefined {
  const folder = readPlace(read, 'SPILLWAY_OFFICE_JS');
  if (
    folder !== undefined &&
    kindOf(folder) === 'folder' &&
    kindOf(path.join(folder, 'office.js')) !== 'file'
  )
    read.fault(`SPILLWAY_OFFICE_JS is set to ${plainText(folder)}, which does not contain office.js.`);
  return folder;
}

/** A key file must hold one key, so that nobody finds out by a refused call. */
export function checkKeyFile(read: EnvironmentReader, file: string): void {
  const key = textOf(file)?.trim();
  if (key === undefined) return;
  const at = `SPILLWAY_KEY_FILE is set to ${plainText(file)}, which`;
  if (key === '') read.fault(`${at} is empty.`);
  else if (!canBeSent(key))
    read.fault(`${at} must contain one key: a single line of visible ASCII characters.`);
}

/** A gateway that starts without its codes would turn everybody away. */
export function checkCodes(read: EnvironmentReader, file: string): void {
  const text = textOf(file);
  if (text === undefined) return;
  const records = jsonOrNothing(text);
  if (Array.isArray(records) && records.every(isCodeRecord)) return;
  read.fault(
    `The access codes in ${plainText(file)} are damaged. Restore the file from a backup or from ${plainText(path.basename(file))}.previous, or move it out of the way to start without codes.`,
  );
}

export function checkCertificate(read: EnvironmentReader, cert: string, key: string): void {
  const pair = { cert: textOf(cert), key: textOf(key) };
  if (pair.cert === undefined || pair.key === undefined) return;
  try {
    checkPair({ cert: pair.cert, key: pair.key });
  } catch {
    read.fault(
      'SPILLWAY_TLS_CERT and SPILLWAY_TLS_KEY must be PEM files with a certificate and its matching private key.',
    );
  }
}

/** Undefined where the reader has told already that it cannot be read. */
function textOf(file: string): string | undefined {
  if (kindOf(file) !== 'file') return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
