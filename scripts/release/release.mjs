// `npm run release -- --address https://spillway.example.com` writes everything that is published to dist/release: the add-in
// for that address, the gateway for any address, their bills of materials, and a checksum of each.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  installed,
  localAddress,
  packageFiles,
  unifiedFolder,
} from '../../src/gateway/files/manifestText.mjs';
import { zip } from '../../src/gateway/files/zip.mjs';
import { build } from '../setup/build.mjs';
import { Failure } from '../setup/failure.mjs';
import { at, root } from '../setup/root.mjs';
import { tarball } from './archives.mjs';
import { billOfMaterials } from './billOfMaterials.mjs';
import { cut, releaseFaults } from './cut.mjs';
import { notices, thirdParties } from './thirdParties.mjs';

/** @typedef {import('./archives.mjs').ArchiveEntry} ArchiveEntry */

/** The packed gateway must stay something that is downloaded in seconds. */
const mostBytes = 15_000_000;
const folder = at('dist', 'release');

/**
 * Source maps are not published, so nothing may refer to them, also not the packages in a bundle.
 * @param {string} name
 * @param {Buffer} content
 */
const withoutMap = (name, content) =>
  /\.(m?js|css)$/.test(name)
    ? Buffer.from(content.toString().replace(/^(\/\/|\/\*)[#@] sourceMappingURL=[^\n]*$/gm, ''))
    : content;

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
      content: withoutMap(file, readFileSync(file)),
      executable: file.endsWith('.sh'),
    }));

/**
 * @param {string} name
 * @param {string} [as]
 * @returns {ArchiveEntry}
 */
const file = (name, as = name) => ({ name: as, content: readFileSync(at(name)) });

/**
 * The same files as Brotli at its best, once, so that no gateway has to pack them. Files that a gateway changes on their way out
 * are not among them.
 * @param {ArchiveEntry[]} entries
 * @returns {ArchiveEntry[]}
 */
const packed = (entries) =>
  entries
    .filter(
      ({ name, content }) =>
        content.length >= 1_000 && /^(addin\/.*\.(js|css)|help\/.*\.(js|css|html|json))$/.test(name),
    )
    .map(({ name, content }) => ({
      name: `${name}.br`,
      content: brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
    }));

/** @param {string | undefined} given */
function readAddress(given) {
  if (given === undefined) return localAddress;
  const address = given.replace(/\/+$/, '');
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:' || new URL(address).origin !== address)
    throw new Failure(`--address must be an https address without a path (got ${given}).`);
  return address;
}

/**
 * @param {string} version
 * @param {string} address
 */
function addinReadme(version, address) {
  const isLocal = address === localAddress;
  return `Spillway ${version} for Excel: the files of the add-in, made for ${address}

${
  isLocal
    ? `They only work on a developer's own machine. For your company, install the gateway (spillway-gateway-${version}.tar.gz), which
serves the add-in for its own address. Or make these files for the address of your server:`
    : `Put them on the web server at that address, so that ${address}/taskpane.html is the file in
this folder, and give manifest.xml to your Microsoft 365 administrator (Integrated apps). manifest.zip is the same add-in as a
package with the unified manifest; use one of them, not both. For another address, make them again:`
}

  npm run release -- --address https://addin.example.com

Requests go to the address in the pane's settings: to a gateway, or to the data service if it allows requests from browsers.
`;
}

/**
 * The add-in's files for an address, with the namespace and the registration of the environment.
 * @param {string} address
 * @returns {ArchiveEntry[]}
 */
function addinFor(address) {
  const { SPILLWAY_NAMESPACE: namespace = '', SPILLWAY_ENTRA_CLIENT_ID: clientId = '' } = process.env;
  const files = filesIn('dist/addin', '').map(({ name, content }) => {
    if (!/\.(html|json|xml)$/.test(name)) return { name, content };
    return {
      name,
      content: Buffer.from(installed(name, content.toString(), { address, namespace, clientId })),
    };
  });
  const inPackage = (/** @type {string} */ name) => {
    const found = files.find((entry) => entry.name === `${unifiedFolder}/${name}`);
    if (!found) throw new Failure(`The build has no ${unifiedFolder}/${name}.`);
    return { name, content: found.content };
  };
  const names = packageFiles(inPackage('manifest.json').content.toString());
  return [...files, { name: 'manifest.zip', content: zip(names.map(inPackage)) }];
}

/**
 * @param {string} name
 * @param {{ version: string, kind: 'addin' | 'gateway', builds: ('addin' | 'gateway')[] }} what builds: whose packages it contains
 * @param {(parties: ArchiveEntry[]) => Buffer} pack
 */
function write(name, { version, kind, builds }, pack) {
  const parties = thirdParties(builds);
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

/** @param {string[]} args */
function readOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        address: { type: 'string' },
        cut: { type: 'string' },
        draft: { type: 'boolean' },
        'of-tag': { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    throw new Failure(
      `${/** @type {Error} */ (error).message} Use --address <https address>, --cut <version>, --draft or --of-tag.`,
    );
  }
}

/**
 * @param {import('../setup/progress.mjs').Progress} progress
 * @param {string[]} args
 */
export async function release(progress, args) {
  const options = readOptions(args);
  if (options.cut !== undefined)
    return progress.say(cut(root, options.cut, new Date().toISOString().slice(0, 10)));
  const address = readAddress(options.address);
  const faults = releaseFaults(root, { ofTag: options['of-tag'] ?? false });
  if (faults.length > 0 && !options.draft)
    throw new Failure(`${faults.join('\n')}\nFor a look at the archives alone, add --draft.`);
  if (faults.length > 0) progress.say(`A draft, not to be published:\n${faults.join('\n')}`);
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  // For any address: the gateway writes its own into what it serves, and the add-in's files get theirs below.
  const env = { SPILLWAY_PUBLIC_URL: localAddress, SPILLWAY_NAMESPACE: '', SPILLWAY_ENTRA_CLIENT_ID: '' };
  await build(progress, { env });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const addin = /** @type {const} */ ({ version, kind: 'addin' });
  write(`spillway-addin-${version}.zip`, { ...addin, builds: ['addin'] }, (about) =>
    zip([
      ...addinFor(address),
      ...filesIn('dist/help', 'help'),
      { name: 'README.txt', content: Buffer.from(addinReadme(version, address)) },
      ...about,
    ]),
  );
  const name = `spillway-gateway-${version}.tar.gz`;
  // It contains the add-in as well.
  const gateway = /** @type {const} */ ({ version, kind: 'gateway' });
  const size = write(name, { ...gateway, builds: ['addin', 'gateway'] }, (about) => {
    const served = [...filesIn('dist/addin', 'addin'), ...filesIn('dist/help', 'help')];
    const inside = [
      ...filesIn('dist/server', 'server').filter((entry) => !entry.name.includes('sandbox')),
      ...served,
      ...packed(served),
      ...filesIn('deploy', 'deploy').filter((entry) => entry.name !== 'deploy/INSTALL.md'),
      file('deploy/INSTALL.md', 'INSTALL.md'),
      file('Dockerfile'),
      file('compose.yaml'),
      ...about,
    ];
    return tarball(inside.map((entry) => ({ ...entry, name: `spillway-gateway-${version}/${entry.name}` })));
  });
  checksums();
  if (address === localAddress)
    progress.say('The add-in zip is for localhost. For another address, add --address https://…');
  for (const made of readdirSync(folder)) {
    const bytes = readFileSync(path.join(folder, made)).length;
    progress.say(`dist/release/${made}  ${(bytes / 1_000_000).toFixed(2)} MB`);
  }
  if (size > mostBytes) throw new Failure(`${name} has ${size} bytes; at most ${mostBytes} are allowed.`);
  if (faults.length === 0 && !options['of-tag'])
    progress.say(
      `Next: git tag --annotate v${version} --message "Spillway ${version}" && git push --follow-tags`,
    );
}
