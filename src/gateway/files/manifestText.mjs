// How the built files become those of an installation: its address, its own identity in Excel, its namespace, its registration
// for Microsoft sign-in. The build, the release and the running gateway share it; the build's configuration is plain JavaScript,
// so this is too. Applying it again changes nothing, because a gateway may serve files that were built for its address.
import { createHash } from 'node:crypto';

/**
 * @typedef {object} Installation
 * @property {string} [address] without a slash at its end; undefined leaves what the files have, as for all of these
 * @property {string} [namespace] the prefix of function names
 * @property {string} [id] of the add-in, in place of the one derived from the address
 * @property {string} [clientId] of the registration for Microsoft sign-in
 */

/** Where Microsoft publishes office.js. A local start and the demo have a copy of their own. */
export const officeJsCdn = 'https://appsforoffice.microsoft.com/lib/1/hosted/office.js';

/** What manifest and metadata are written for. */
export const localAddress = 'https://localhost:3000';
/** The ID in manifest.xml, for this address. */
const localId = '58d49327-6939-5f4c-821a-9da0c3ccbd41';
export const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const namespaceForm = /^[A-Za-z][A-Za-z0-9_.]{0,31}$/;

/**
 * Excel tells add-ins apart by their ID, so each address has one of its own (RFC 9562, version 5, with the local ID as the
 * namespace): staging beside production, and a developer's machine beside both.
 * @param {string} address
 */
export function idOf(address) {
  if (address === localAddress) return localId;
  const hash = createHash('sha1')
    .update(Buffer.from(localId.replaceAll('-', ''), 'hex'))
    .update(address);
  const bytes = hash.digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * What people see, so that they can tell two installations apart.
 * @param {string} namespace empty for none
 */
function nameOf(namespace) {
  if (namespace !== '' && !namespaceForm.test(namespace))
    throw new Error(`SPILLWAY_NAMESPACE must be letters, digits, _ and . (got ${namespace}).`);
  return namespace === '' ? 'Spillway' : `Spillway (${namespace})`;
}

/**
 * @param {string} manifest
 * @param {string} namespace empty for none
 */
function withNamespace(manifest, namespace) {
  const name = nameOf(namespace);
  const bare = manifest
    .replace(/\s*<Namespace resid="[^"]*"\/>/, '')
    .replace(/\s*<bt:String id="Functions.Namespace"[^>]*>/, '')
    .replace(/(<DisplayName DefaultValue=")[^"]*/, `$1${name}`)
    .replace(/(<bt:String id="Group.Label" DefaultValue=")[^"]*/, `$1${name}`);
  if (namespace === '') return bare;
  return bare
    .replace(/(\s*)<\/Metadata>/, '$&$1<Namespace resid="Functions.Namespace"/>')
    .replace(
      /(\s*)<bt:ShortStrings>/,
      `$&$1  <bt:String id="Functions.Namespace" DefaultValue="${namespace}"/>`,
    );
}

/**
 * @param {string} clientId
 * @param {string} address
 */
function resourceOf(clientId, address) {
  if (!guid.test(clientId))
    throw new Error(
      `SPILLWAY_ENTRA_CLIENT_ID must be the application's client ID, a GUID (got ${clientId}).`,
    );
  return `api://${new URL(address).host}/${clientId}`;
}

/**
 * Excel hands out tokens only to an add-in that names its registration; it must be the last child, see its schema.
 * @param {string} manifest
 * @param {string} clientId
 * @param {string} address
 */
function withSignIn(manifest, clientId, address) {
  if (clientId === '' || manifest.includes('<WebApplicationInfo>')) return manifest;
  const lines = [
    '<WebApplicationInfo>',
    `  <Id>${clientId}</Id>`,
    `  <Resource>${resourceOf(clientId, address)}</Resource>`,
    '  <Scopes>',
    '    <Scope>openid</Scope>',
    '    <Scope>profile</Scope>',
    '  </Scopes>',
    '</WebApplicationInfo>',
  ];
  return manifest.replace(
    /\n( *)<\/VersionOverrides>/,
    (end, indent) => lines.map((line) => `\n${indent}  ${line}`).join('') + end,
  );
}

/** The folder with the unified manifest, its icons, and a file of texts for each language. */
export const unifiedFolder = 'unified';

/**
 * A file of the unified manifest; it allows 30 characters for a name.
 * @param {boolean} isManifest or else the texts of a language
 * @param {string} text
 * @param {Installation} installation
 * @param {string | undefined} id
 */
function unified(isManifest, text, { address, namespace, clientId = '' }, id) {
  const content = JSON.parse(text);
  const name = namespace === undefined ? undefined : nameOf(namespace);
  const short = name !== undefined && name.length > 30 ? `${name.slice(0, 29)}…` : name;
  if (!isManifest) {
    if (short !== undefined) content['name.short'] = short;
    return `${JSON.stringify(content, null, 2)}\n`;
  }
  if (id !== undefined) content.id = id;
  const [{ runtimes, ribbons }] = content.extensions;
  if (name !== undefined) {
    content.name.short = short;
    ribbons[0].tabs[0].groups[0].label = name;
    if (namespace === '') delete runtimes[0].customFunctions.namespace;
    else runtimes[0].customFunctions.namespace = { id: namespace, name: namespace };
  }
  if (address !== undefined) {
    content.validDomains = [new URL(address).host];
    if (clientId !== '')
      content.webApplicationInfo = { id: clientId, resource: resourceOf(clientId, address) };
  }
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * The files of the unified manifest's package, which is what Microsoft 365 takes: the manifest and those it names.
 * @param {string} manifest
 * @returns {string[]}
 */
export function packageFiles(manifest) {
  const { icons, localizationInfo } = JSON.parse(manifest);
  /** @type {{ file: string }[]} */
  const languages = localizationInfo.additionalLanguages;
  return [...new Set(['manifest.json', icons.color, icons.outline, ...languages.map(({ file }) => file)])];
}

/**
 * One file of the add-in as this installation serves it.
 * @param {string} name
 * @param {string} text
 * @param {Installation} installation
 */
export function installed(name, text, installation) {
  const { address, namespace, id, clientId = '' } = installation;
  const placed = address === undefined ? text : text.replaceAll(localAddress, address);
  if (name.endsWith('.html') && namespace !== undefined)
    return placed.replace(/(<meta name="spillway-namespace" content=")[^"]*/, `$1${namespace}`);
  const own = id ?? (address === undefined ? undefined : idOf(address));
  if (name.startsWith(`${unifiedFolder}/`))
    return unified(name.endsWith('/manifest.json'), placed, installation, own);
  if (name !== 'manifest.xml') return placed;
  const named = namespace === undefined ? placed : withNamespace(placed, namespace);
  // Its own ID comes first; the registration has one as well.
  const identified = own === undefined ? named : named.replace(/<Id>[^<]*/, `<Id>${own}`);
  return address === undefined ? identified : withSignIn(identified, clientId, address);
}
