// The lint rule behind the layers. It resolves each import, static or dynamic, so that no spelling of a path
// (`../../src/gateway`) gets round it.
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { layers, rooms } from './layers.mjs';

/**
 * @param {string} from the importing file, relative to the repository
 * @param {string} specifier
 * @param {boolean} typeOnly
 * @returns {string | undefined} why the import is refused
 */
export function refusal(from, specifier, typeOnly) {
  const { layer, name: importer, inside } = placeOf(from);
  const rules = layers[layer];
  if (!rules) return undefined;
  const room = inside.length > 1 ? (inside[0] ?? '') : '';
  if (!specifier.startsWith('.')) return refusedPackage(layer, room, specifier);
  const target = placeOf(path.join(path.dirname(from), specifier));
  // The one version; the build takes nothing else from it.
  if (target.name === 'package.json') return undefined;
  if (target.layer === layer)
    return target.inside[0] ? refusedRoom(layer, room, target.inside[0], typeOnly) : undefined;
  if (!layers[target.layer]) return `${importer} may not import ${target.name}.`;
  return rules.layers.includes(target.layer)
    ? undefined
    : `${importer} may import ${rules.layers.join(', ') || 'no other layer'} only.`;
}

/**
 * What ships is in src; the sandbox, the playground and the demo stand beside it.
 *
 * @param {string} file relative to the repository
 */
function placeOf(file) {
  const [top = '', ...rest] = file.split(path.sep);
  if (top !== 'src') return { layer: layers[top] ? top : '', name: top, inside: rest };
  const [layer = '', ...inside] = rest;
  return { layer, name: `src/${layer}`, inside };
}

/**
 * @param {string} layer
 * @param {string} room
 * @param {string} name
 */
function refusedPackage(layer, room, name) {
  const rules = layers[layer];
  if (rooms[layer]?.[room]?.packages === false) return `src/${layer}/${room} may not import packages.`;
  if (isBuiltin(name)) return rules?.node ? undefined : `src/${layer} may not import Node's own modules.`;
  const { packages = [] } = rules ?? {};
  return packages === 'any' || packages.some((known) => name === known || name.startsWith(`${known}/`))
    ? undefined
    : `src/${layer} may import ${packages.join(', ') || 'no package'} only.`;
}

/**
 * @param {string} layer
 * @param {string} from
 * @param {string} to
 * @param {boolean} typeOnly
 */
function refusedRoom(layer, from, to, typeOnly) {
  const rules = rooms[layer]?.[from];
  if (!rules || from === to || rules.values.includes(to)) return undefined;
  if (!rules.types?.includes(to)) return `src/${layer}/${from} may not import src/${layer}/${to}.`;
  return typeOnly ? undefined : `src/${layer}/${from} may import src/${layer}/${to} as types only.`;
}

/** @type {import('./plugin.mjs').Rule} */
export const downwardImports = {
  meta: { type: 'problem', schema: [], messages: { refused: '{{why}} See ARCHITECTURE.md.' } },
  create(context) {
    const from = path.relative(context.cwd, context.filename);
    /**
     * @param {unknown} node
     * @param {unknown} specifier
     * @param {boolean} typeOnly
     */
    const check = (node, specifier, typeOnly) => {
      const why =
        typeof specifier === 'string'
          ? refusal(from, specifier, typeOnly)
          : 'An import() names its file as plain text, so that it can be checked.';
      if (why) context.report({ node, messageId: 'refused', data: { why } });
    };
    /** @param {any} node */
    const declaration = (node) => {
      if (node.source) check(node, node.source.value, (node.importKind ?? node.exportKind) === 'type');
    };
    return {
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      ImportExpression: (node) => check(node, /** @type {any} */ (node.source).value, false),
      /** @param {any} node */
      TSImportType: (node) => check(node, node.source.value, true),
    };
  },
};
