// The layer fences of ARCHITECTURE.md are rules here, so that a wrong import fails the check and not a review.
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import officeAddins from 'eslint-plugin-office-addins';
import reactHooks from 'eslint-plugin-react-hooks';
import { downwardImports } from './scripts/lint/downwardImports.mjs';

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
  'XMLHttpRequest',
  'WebSocket',
  'BroadcastChannel',
  'crypto',
  'performance',
  'globalThis',
  'self',
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'queueMicrotask',
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
    files: ['src/{operations,engine,spill,history,templates}/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...ambient.map((name) => ({ name, message: 'The core gets this passed in.' })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The core gets its clock passed in.' },
        { object: 'Math', property: 'random', message: 'The core gets its random passed in.' },
        { object: 'AbortSignal', property: 'timeout', message: 'The core gets its clock passed in.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.name='Date']",
          message: 'The core gets its clock passed in.',
        },
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
  {
    files: ['{src,sandbox,playground}/**/*.{ts,tsx}'],
    plugins: { spillway: { rules: { 'downward-imports': downwardImports } } },
    rules: {
      'spillway/downward-imports': 'error',
      'max-lines-per-function': ['warn', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: [
      'scripts/**',
      'bench/**',
      '*.js',
      'src/gateway/{entry,main}.ts',
      'sandbox/main.ts',
      'src/gateway/**/*.mjs',
    ],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
        AbortSignal: 'readonly',
        window: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
);
