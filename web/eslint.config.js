import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

/** The board could be published by itself: it takes nothing from outside its folder but what is named here. */
const alone = (...named) => ({
  'no-restricted-imports': [
    'error',
    {
      patterns: [
        {
          regex: `^(?!${[String.raw`\./[\w.-]+`, ...named].join('$|')}$)`,
          message: 'The board takes nothing from outside its folder.',
        },
      ],
    },
  ],
  'no-restricted-syntax': [
    'error',
    {
      selector: 'ImportExpression, TSImportType',
      message: 'The board names what it takes at the head of its files.',
    },
  ],
});

export default ts.config(
  { ignores: ['dist', 'node_modules', 'test-results', 'playwright-report', 'src/api/types'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // The own router has no typed routes to resolve.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/storage.ts', '**/*.test.ts'],
    // Through `storage.ts`, which goes on where nothing can be kept.
    rules: { 'no-restricted-globals': ['error', 'localStorage', 'sessionStorage'] },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  { files: ['src/board/**'], rules: alone() },
  { files: ['src/board/**/*.test.ts'], rules: alone('vitest', 'node:fs') },
);
