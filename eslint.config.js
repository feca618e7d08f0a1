// The layer fences of ARCHITECTURE.md are rules here, so that a wrong import fails the check and not a review.
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import officeAddins from 'eslint-plugin-office-addins';
import reactHooks from 'eslint-plugin-react-hooks';

const layers = [
  'operations',
  'engine',
  'spill',
  'excel',
  'functions',
  'taskpane',
  'gateway',
  'sandbox',
  'playground',
];

/** What each layer may import; everything else under src/ is refused. */
const mayImport = {
  operations: [],
  engine: ['operations'],
  spill: ['operations'],
  excel: ['engine', 'spill', 'operations'],
  functions: ['excel', 'engine', 'spill', 'operations'],
  taskpane: ['excel', 'engine', 'spill', 'operations'],
  gateway: ['engine', 'operations'],
  sandbox: ['operations'],
  playground: ['excel', 'engine', 'spill', 'operations'],
};

const fences = layers.map((layer) => {
  const refused = layers.filter((other) => other !== layer && !mayImport[layer].includes(other));
  return {
    files: [`src/${layer}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^\\.\\./(\\.\\./)*(${refused.join('|')})(/|$)`,
              message: `src/${layer} may import ${mayImport[layer].join(', ') || 'nothing'} only (ARCHITECTURE.md).`,
            },
          ],
        },
      ],
    },
  };
});

/** The rooms of the pane, from the lowest; the views do not know each other, and only the pane itself imports them. */
const paneViews = ['builder', 'usage', 'activity', 'settings', 'key'];
const paneRooms = {
  text: [],
  formulas: ['text'],
  shell: ['text'],
  controls: ['shell', 'formulas', 'text'],
  ...Object.fromEntries(paneViews.map((view) => [view, ['controls', 'shell', 'formulas', 'text']])),
};

const paneFences = Object.entries(paneRooms).map(([room, below]) => {
  const refused = ['mount', 'pane', ...Object.keys(paneRooms)].filter(
    (other) => other !== room && !below.includes(other),
  );
  const refusals = [
    {
      regex: `^\\.\\./(\\.\\./)*(${refused.join('|')})(/|$)`,
      message: `src/taskpane/${room} may import ${below.join(', ') || 'no other room'} only (ARCHITECTURE.md).`,
    },
  ];
  if (room === 'text' || room === 'formulas')
    refusals.push({ regex: '^(react|@fluentui/)', message: `src/taskpane/${room} does without React.` });
  return {
    files: [`src/taskpane/${room}/**/*.{ts,tsx}`],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: refusals }] },
  };
});

/** The core is handed its clock, network and stores: it must run anywhere and be tested without waiting. */
const ambient = [
  'window',
  'document',
  'Office',
  'OfficeRuntime',
  'Excel',
  'CustomFunctions',
  'process',
  'fetch',
  'localStorage',
  'indexedDB',
  'navigator',
  'setTimeout',
  'setInterval',
];

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'test-results/', '.data/', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: fileURLToPath(new URL('.', import.meta.url)) },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-eval': 'error',
    },
  },
  {
    files: ['src/{operations,engine,spill}/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...ambient.map((name) => ({ name, message: 'The core gets this passed in.' })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The core gets its clock passed in.' },
        { object: 'Math', property: 'random', message: 'The core gets its random passed in.' },
      ],
    },
  },
  {
    files: ['src/{excel,functions,taskpane}/**/*.{ts,tsx}'],
    plugins: { 'office-addins': officeAddins },
    rules: {
      'office-addins/call-sync-after-load': 'error',
      'office-addins/call-sync-before-read': 'error',
      'office-addins/load-object-before-read': 'error',
      'office-addins/no-office-initialize': 'error',
      'office-addins/test-for-null-using-isNullObject': 'error',
    },
  },
  {
    files: ['src/taskpane/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  ...fences,
  ...paneFences,
  {
    files: ['scripts/**', 'bench/**', '*.js', 'src/{gateway,sandbox}/main.ts'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
        AbortSignal: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
);
