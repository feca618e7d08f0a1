// Must run on any version of Node: it imports nothing and uses no recent syntax, so that an old Node prints this sentence
// instead of a syntax error.

const oldestNode = 20;

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | undefined} what to do, or undefined if this version is supported
 */
export function nodeFault(version) {
  if (Number(version.split('.')[0]) >= oldestNode) return undefined;
  return (
    'Spillway requires Node.js ' +
    oldestNode +
    ' or later; this is Node.js ' +
    version +
    '. Download it from https://nodejs.org.'
  );
}

/** Exits with a message if this version of Node is too old. */
export function requireNode() {
  const fault = nodeFault(process.versions.node);
  if (!fault) return;
  console.error(fault);
  process.exit(1);
}
