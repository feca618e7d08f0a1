// The keys the sandbox accepts, read from the sandbox itself, so that they are defined in one place.

/** @typedef {{ key: string, says: string }} SandboxKey */

/**
 * @param {string} address
 * @returns {Promise<SandboxKey[]>}
 */
export async function sandboxKeys(address) {
  const response = await fetch(`${address}/sandbox/keys`);
  return response.ok ? response.json() : [];
}
