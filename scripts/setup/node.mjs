// The one file that must run on any Node, however old: it imports nothing and uses no recent syntax, so that
// somebody with an old Node reads a sentence and not a parser's complaint.

export const oldestNode = 20;

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | undefined} what to do, or nothing when this Node will do
 */
export function nodeFault(version) {
  if (Number(version.split('.')[0]) >= oldestNode) return undefined;
  return (
    'Spillway needs Node ' +
    oldestNode +
    ' or newer and this is Node ' +
    version +
    ': get it from https://nodejs.org.'
  );
}

/** Ends the process with the sentence when this Node is too old. */
export function requireNode() {
  const fault = nodeFault(process.versions.node);
  if (!fault) return;
  console.error(fault);
  process.exit(1);
}
