// `npm run release -- --address https://spillway.example.com` writes everything that is published to dist/release: the add-in
// for that address, the gateway for any address, their bills of materials, and a checksum of each.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { forAddress, localAddress, withSignIn } from '../../src/gateway/files/manifestText.mjs';
import { build, buildVariables } from '../setup/build.mjs';
import { Failure } from '../setup/failure.mjs';
import { at } from '../setup/root.mjs';
import { tarball, zip } from './archives.mjs';
import { billOfMaterials } from './billOfMaterials.mjs';
import { notices, thirdParties } from './thirdParties.mjs';

/** @typedef {import('./archives.mjs').ArchiveEntry} ArchiveEntry */

/** The packed gateway must stay something that is downloaded in seconds. */
const mostBytes = 15_000_000;
const folder = at('dist', 'release');

/**
 * @param {string} place relative to the repository
 * @param {string} under the folder in the archive
 * @returns {ArchiveEntry[]}
 */
const filesIn = (place, under) =>
  readdirSync(at(place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({
      name: path.posix.join(under, path.relative(at(place), file).replaceAll('\\', '/')),
      content: readFileSync(file),
    }));

/**
 * @param {string} name
 * @param {string} [as]
 * @returns {ArchiveEntry}
 */
const file = (name, as = name) => ({ name: as, content: readFileSync(at(name)) });

/** @param {string[]} args */
function readAddress(args) {
  const given = args[args.indexOf('--address') + 1];
  if (!args.includes('--address') || !given) return localAddress;
  const address = given.replace(/\/+$/, '');
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:' || new URL(address).origin !== address)
    throw new Failure(`--address must be an https address without a path (got ${given}).`);
  return address;
}

/**
 * The add-in's files with the address and, if `SPILLWAY_ENTRA_CLIENT_ID` is set, with its registration.
 * @param {string} address
 * @param {string} clientId
 * @returns {ArchiveEntry[]}
 */
function addinFor(address, clientId) {
  return filesIn('dist/addin', '').map(({ name, content }) => {
    if (!/\.(html|json|xml)$/.test(name)) return { name, content };
    const text = forAddress(content.toString(), address);
    const done = name === 'manifest.xml' ? withSignIn(text, clientId, address) : text;
    return { name, content: Buffer.from(done) };
  });
}

/**
 * @param {string} name
 * @param {string} version
 * @param {'addin' | 'gateway'} kind
 * @param {(parties: ArchiveEntry[]) => Buffer} pack
 */
function write(name, version, kind, pack) {
  const parties = thirdParties(kind);
  const archive = pack([
    file('LICENSE'),
    file('CHANGELOG.md'),
    { name: 'THIRD-PARTY-NOTICES.txt', content: Buffer.from(notices(parties)) },
  ]);
  const bill = billOfMaterials({ name: `spillway-${kind}`, version, archive, parties });
  writeFileSync(path.join(folder, name), archive);
  writeFileSync(
    path.join(folder, `spillway-${kind}-${version}.cdx.json`),
    `${JSON.stringify(bill, null, 2)}\n`,
  );
  return archive.length;
}

function checksums() {
  const lines = readdirSync(folder)
    .sort()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(path.join(folder, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    });
  writeFileSync(path.join(folder, 'SHA256SUMS'), lines.join(''));
}

/**
 * @param {import('../setup/progress.mjs').Progress} progress
 * @param {string[]} args
 */
export async function release(progress, args) {
  const address = readAddress(args);
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  // For any address: the gateway writes its own into what it serves.
  const env = { ...buildVariables(), SPILLWAY_PUBLIC_URL: localAddress, SPILLWAY_ENTRA_CLIENT_ID: '' };
  await build(progress, { env });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const clientId = process.env.SPILLWAY_ENTRA_CLIENT_ID ?? '';
  write(`spillway-addin-${version}.zip`, version, 'addin', (about) =>
    zip([...addinFor(address, clientId), ...filesIn('dist/help', 'help'), ...about]),
  );
  const name = `spillway-gateway-${version}.tar.gz`;
  const size = write(name, version, 'gateway', (about) => {
    const inside = [
      ...filesIn('dist/server', 'server').filter((entry) => !entry.name.includes('sandbox')),
      ...filesIn('dist/addin', 'addin'),
      ...filesIn('dist/help', 'help'),
      ...filesIn('deploy', 'deploy'),
      ...about,
    ];
    return tarball(inside.map((entry) => ({ ...entry, name: `spillway-gateway-${version}/${entry.name}` })));
  });
  checksums();
  for (const made of readdirSync(folder)) {
    const bytes = readFileSync(path.join(folder, made)).length;
    progress.say(`dist/release/${made}  ${(bytes / 1_000_000).toFixed(2)} MB`);
  }
  if (size > mostBytes) throw new Failure(`${name} has ${size} bytes; at most ${mostBytes} are allowed.`);
}
