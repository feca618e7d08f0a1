// Which npm packages a build really contains, as webpack knows it: what was shaken out of the bundle is not listed, what was
// merged into another module is. The release writes its licence notices and its bill of materials from this list.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ name: string, folder: string }} BundledPackage folder: relative to the repository */

/**
 * @param {string} file of a module
 * @returns {string | undefined} its package's folder
 */
function packageFolder(file) {
  const parts = file.replaceAll('\\', '/').split('/');
  const at = parts.lastIndexOf('node_modules');
  if (at < 0) return undefined;
  return parts.slice(0, at + (parts[at + 1]?.startsWith('@') ? 3 : 2)).join('/');
}

/**
 * @param {import('webpack').Module} module
 * @returns {string[]} the files in it
 */
function filesOf(module) {
  const merged = /** @type {{ modules?: import('webpack').Module[] }} */ (module).modules;
  if (merged) return merged.flatMap(filesOf);
  const file = module.nameForCondition();
  return file ? [file] : [];
}

/**
 * @param {string} target
 * @param {(chunk: string) => boolean} [counts]
 * @returns {import('webpack').WebpackPluginInstance}
 */
export const bundledPackages = (target, counts = () => true) => ({
  apply(compiler) {
    compiler.hooks.afterEmit.tap('bundledPackages', ({ modules, chunkGraph }) => {
      const folders = new Set();
      for (const module of modules) {
        const chunks = chunkGraph.getModuleChunks(module);
        if (!chunks.some(({ name }) => counts(name ?? ''))) continue;
        for (const file of filesOf(module)) folders.add(packageFolder(path.relative(compiler.context, file)));
      }
      folders.delete(undefined);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, `${JSON.stringify([...folders].sort(), null, 2)}\n`);
    });
  },
});
