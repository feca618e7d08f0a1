// How the manifest becomes the one of an installation: its address, its registration for Microsoft sign-in, its namespace.
// The build, the release and the running gateway share it; the build's configuration is plain JavaScript, so this is too.

/** What manifest and metadata are written for. */
export const localAddress = 'https://localhost:3000';

/**
 * @param {string} text
 * @param {string} address without a slash at its end
 */
export const forAddress = (text, address) => text.replaceAll(localAddress, address);

/**
 * No namespace is the rule; a development copy or a company's prefix gets its element and its string.
 * @param {string} manifest
 * @param {string} namespace
 */
export function withNamespace(manifest, namespace) {
  if (namespace === '') return manifest;
  if (!/^[A-Za-z][A-Za-z0-9_.]{0,31}$/.test(namespace))
    throw new Error(`SPILLWAY_NAMESPACE must be letters, digits, _ and . (got ${namespace}).`);
  return manifest
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
export function withSignIn(manifest, clientId, address) {
  if (clientId === '' || manifest.includes('<WebApplicationInfo>')) return manifest;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(clientId))
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
