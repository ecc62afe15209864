// Lint: what a type checker cannot see. Formatting is biome's business.
import { BANNED_EVERYWHERE, BANNED_GLOBALS, BANNED_WHERE_REPEATABLE } from './scripts/lint-bans.mjs';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'dist-scripts', 'node_modules', 'src/model/testing/fixtures', 'public', 'test-results', 'playwright-report'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['src/model/tsconfig.json', 'src/mock-agents/tsconfig.json', 'src/ui/tsconfig.json', 'tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': 'allow-with-description', 'ts-ignore': true, 'ts-nocheck': true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'max-depth': ['error', 4],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...BANNED_EVERYWHERE],
      'no-restricted-globals': ['error', ...BANNED_GLOBALS],
    },
  },
  {
    files: ['src/model/**/*.ts', 'src/mock-agents/**/*.ts'],
    // The watchdog counts real ticks; the virtual globals stand in for the real ones.
    ignores: ['src/mock-agents/watchdog.ts', 'src/mock-agents/**/virtual-globals.ts', '**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...BANNED_WHERE_REPEATABLE] },
  },
  {
    files: ['src/model/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }], complexity: ['error', 16] },
  },
  {
    files: ['**/*.tsx', 'src/ui/**/*.ts'],
    rules: { '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }] },
  },
  { files: ['src/model/base/platform.d.ts'], rules: { 'no-var': 'off' } },
  { files: ['scripts/**', '**/*.test.ts', 'e2e/**'], rules: { 'no-console': 'off' } },
  // The escape test tries the ways out that the rest may not name.
  {
    files: ['e2e/escape.spec.ts'],
    rules: { 'no-restricted-syntax': 'off', '@typescript-eslint/no-implied-eval': 'off', '@typescript-eslint/no-unsafe-call': 'off' },
  },
);
