// Must run on any version of Node: it uses no recent syntax and imports nothing, so that an old Node prints this sentence instead
// of a syntax error or a stack. The scripts of the repository check the same.

/** The oldest of each line that works; `engines` in package.json says the same. */
var lines = { 20: 19, 22: 12 };
var newestLine = 24;

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | undefined} what to do, or undefined if this version is supported
 */
export function nodeFault(version) {
  var parts = version.split('.').map(Number);
  var major = parts[0] || 0;
  var oldest = /** @type {Record<number, number>} */ (lines)[major];
  if (major >= newestLine || (oldest !== undefined && (parts[1] || 0) >= oldest)) return undefined;
  return (
    'Spillway requires Node.js 24 (recommended), 22.12 or 20.19; this is Node.js ' +
    version +
    '. Download it from https://nodejs.org.'
  );
}
