/** Unit and contract tests run here; the projects `release` and `browser` need a build first. */
const base = {
  setupFiles: ['<rootDir>/test/seed.ts'],
  moduleNameMapper: { '^(.+[.]json)[?]cells$': '$1' },
  transform: {
    '/src/languages/.+\\.json$': '<rootDir>/scripts/messages.mjs',
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
  // Ends what hangs. How fast something is, is measured by `npm run bench`.
  testTimeout: 300_000,
  testSequencer: '<rootDir>/scripts/test/sequencer.cjs',
  // `npm run coverage`. Each floor is a little below what the unit tests reach. The views of the pane and the pages are
  // tested in a browser, which is not counted here.
  coverageProvider: 'v8',
  coverageReporters: ['text-summary', 'html'],
  coverageDirectory: 'test-results/coverage',
  collectCoverageFrom: [
    'src/{operations,engine,spill,history,match,templates,functions,excel,gateway}/**/*.ts',
    'src/taskpane/{formulas,text}/**/*.ts',
    '!**/*.d.ts',
  ],
  coverageThreshold: Object.fromEntries(
    Object.entries({
      operations: [94, 93, 90],
      engine: [92, 94, 92],
      spill: [98, 98, 96],
      history: [86, 88, 87],
      match: [95, 95, 91],
      templates: [94, 97, 95],
      functions: [93, 91, 91],
      'excel/errors': [93, 90, 91],
      'excel/recalculation': [98, 98, 93],
      'excel/stores': [89, 84, 90],
      'excel/user': [91, 85, 89],
      'excel/workbook': [82, 84, 90],
      'taskpane/formulas': [96, 95, 90],
      'taskpane/text': [93, 86, 89],
      gateway: [94, 94, 90],
    }).map(([folder, [lines, functions, branches]]) => [`./src/${folder}/`, { lines, functions, branches }]),
  ),
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
      globalSetup: '<rootDir>/test/browser/support/globalSetup.ts',
      globalTeardown: '<rootDir>/test/browser/support/globalTeardown.ts',
    },
  ],
};
