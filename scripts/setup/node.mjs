// Checks Node's version before anything else is loaded. It must run on any version, like the file it imports.
import { nodeFault } from '../../src/gateway/nodeFault.mjs';

/** Exits with a message if this version of Node is too old. */
export function requireNode() {
  const fault = nodeFault(process.versions.node);
  if (!fault) return;
  console.error(fault);
  process.exit(1);
}
