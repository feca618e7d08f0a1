/** Unit and contract tests run here; the projects `release` and `browser` need a build first. */
const base = {
  transform: {
    '^.+\\.[cm]?[jt]sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  // Packages that ship ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(jose|@hono|idb|@fluentui)/)'],
};

export default {
  // With --coverage only. The floor is a little below what the tests of the folder itself reach.
  coverageProvider: 'v8',
  collectCoverageFrom: ['src/spill/**/*.ts'],
  coverageThreshold: { './src/spill/': { lines: 98, functions: 96, branches: 95 } },
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/**/*.test.ts?(x)'],
      testPathIgnorePatterns: ['<rootDir>/test/browser/', '<rootDir>/test/release/'],
    },
    {
      ...base,
      displayName: 'release',
      testMatch: ['<rootDir>/test/release/**/*.test.ts'],
    },
    {
      ...base,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
      globalSetup: '<rootDir>/test/browser/globalSetup.ts',
      globalTeardown: '<rootDir>/test/browser/globalTeardown.ts',
    },
  ],
};
