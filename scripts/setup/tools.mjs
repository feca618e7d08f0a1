// The installed tools as scripts for this Node: no shell and no .cmd shims, so that every platform runs the same command.
import { at } from './root.mjs';

const files = {
  jest: 'jest/bin/jest.js',
  knip: 'knip/bin/knip.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  // TypeScript 7 checks types in a fraction of the time; webpack still needs the API of version 6.
  tsc: 'typescript7/bin/tsc',
  tsx: 'tsx/dist/cli.mjs',
  webpack: 'webpack/bin/webpack.js',
};

/**
 * @param {keyof typeof files} name
 * @param {string[]} args
 * @returns {[file: string, args: string[]]}
 */
export const tool = (name, ...args) => [process.execPath, [at('node_modules', files[name]), ...args]];
