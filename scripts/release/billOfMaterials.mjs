// The bill of materials of one archive, as CycloneDX 1.6: what is bundled, not what is installed to build it.
// It has no serial number and no time, so that equal releases have equal files.
import { createHash } from 'node:crypto';

/** @param {string} integrity as in a lock file: `sha512-` and base64 */
function hashOf(integrity) {
  const [algorithm, base64 = ''] = integrity.split('-');
  if (algorithm !== 'sha512') return [];
  return [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }];
}

/**
 * @param {string} name
 * @param {string} version
 */
const packageUrl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * @param {{ name: string, version: string, archive: Buffer, parties: import('./thirdParties.mjs').ThirdParty[] }} release
 */
export function billOfMaterials({ name, version, archive, parties }) {
  const root = `${name}@${version}`;
  const components = parties.map(({ name: party, version: its, licence, hash }) => {
    const purl = hash ? packageUrl(party, its) : `pkg:generic/${party}@${its}`;
    return {
      type: 'library',
      'bom-ref': purl,
      name: party,
      version: its,
      licenses: [{ license: { id: licence } }],
      purl,
      ...(hash && { hashes: hashOf(hash) }),
    };
  });
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name,
        version,
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(archive).digest('hex') }],
      },
    },
    components,
    dependencies: [{ ref: root, dependsOn: components.map((component) => component['bom-ref']) }],
  };
}
