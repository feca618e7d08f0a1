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
 * @param {string} manifest
 * @param {string} namespace empty for none
 */
function withNamespace(manifest, namespace) {
  if (namespace !== '' && !namespaceForm.test(namespace))
    throw new Error(`SPILLWAY_NAMESPACE must be letters, digits, _ and . (got ${namespace}).`);
  const name = namespace === '' ? 'Spillway' : `Spillway (${namespace})`;
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
 * Excel hands out tokens only to an add-in that names its registration; it must be the last child, see its schema.
 * @param {string} manifest
 * @param {string} clientId
 * @param {string} address
 */
function withSignIn(manifest, clientId, address) {
  if (clientId === '' || manifest.includes('<WebApplicationInfo>')) return manifest;
  if (!guid.test(clientId))
    throw new Error(
      `SPILLWAY_ENTRA_CLIENT_ID must be the application's client ID, a GUID (got ${clientId}).`,
    );
  const lines = [
    '<WebApplicationInfo>',
    `  <Id>${clientId}</Id>`,
    `  <Resource>api://${new URL(address).host}/${clientId}</Resource>`,
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

/**
 * One file of the add-in as this installation serves it.
 * @param {string} name
 * @param {string} text
 * @param {Installation} installation
 */
export function installed(name, text, { address, namespace, id, clientId = '' }) {
  const placed = address === undefined ? text : text.replaceAll(localAddress, address);
  if (name.endsWith('.html') && namespace !== undefined)
    return placed.replace(/(<meta name="spillway-namespace" content=")[^"]*/, `$1${namespace}`);
  if (name !== 'manifest.xml') return placed;
  const named = namespace === undefined ? placed : withNamespace(placed, namespace);
  const own = id ?? (address === undefined ? undefined : idOf(address));
  // Its own ID comes first; the registration has one as well.
  const identified = own === undefined ? named : named.replace(/<Id>[^<]*/, `<Id>${own}`);
  return address === undefined ? identified : withSignIn(identified, clientId, address);
}
