// Jest starts the largest files first, until it knows how long each takes; a fresh clone never does. These are small and take long: they
// play random histories, or calculate whole workbooks. Started last, they keep some of the workers busy at the end while the others have nothing left.
const { createRequire } = require('node:module');

/** @typedef {{ path: string }} Test */
/** @typedef {new (...args: unknown[]) => { sort(tests: readonly Test[]): Test[] }} Sequencer */

// As Jest finds its own: it is no dependency of ours.
const inside = (/** @type {string} */ name, from = __filename) => createRequire(from).resolve(name);
const config = inside('jest-config', inside('@jest/core', inside('jest')));
/** @type {Sequencer} */
const Base = createRequire(config)('@jest/test-sequencer').default;

const long =
  /[\\/](moneyModel|moneyModelFaults|memoryHistory|union|storeContract|byteBudget|partly|boards|printing)\.test\.ts$/;

module.exports = class extends Base {
  /**
   * @override
   * @param {readonly Test[]} tests
   */
  sort(tests) {
    const sorted = super.sort(tests);
    return [
      ...sorted.filter(({ path }) => long.test(path)),
      ...sorted.filter(({ path }) => !long.test(path)),
    ];
  }
};
