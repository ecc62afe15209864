// Lint: what a type checker cannot see. Formatting is biome's business.
import tseslint from 'typescript-eslint';

const CLOCKS_AND_DICE = [
  { object: 'Date', property: 'now', message: 'The clock is a port.' },
  { object: 'performance', property: 'now', message: 'The clock is a port.' },
  { object: 'Math', property: 'random', message: 'Randomness is a port.' },
  { object: 'crypto', property: 'randomUUID', message: 'Randomness is a port.' },
  { object: 'crypto', property: 'getRandomValues', message: 'Randomness is a port.' },
];
const WAYS_OUT = [
  { object: 'window', property: 'open', message: 'Nothing leaves the page.' },
  { object: 'navigator', property: 'sendBeacon', message: 'Nothing leaves the page.' },
  { object: 'location', property: 'assign', message: 'Nothing leaves the page.' },
  { object: 'location', property: 'replace', message: 'Nothing leaves the page.' },
];

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
      'no-restricted-properties': ['error', ...WAYS_OUT],
      'no-restricted-globals': ['error', { name: 'RTCPeerConnection', message: 'Nothing leaves the page.' }],
    },
  },
  {
    files: ['src/model/**/*.ts', 'src/mock-agents/**/*.ts'],
    ignores: ['src/mock-agents/watchdog.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-properties': ['error', ...WAYS_OUT, ...CLOCKS_AND_DICE],
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'setInterval', 'requestAnimationFrame', 'fetch', 'WebSocket', 'EventSource'].map((name) => ({
          name,
          message: 'Only through a port.',
        })),
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'The clock is a port.' },
      ],
    },
  },
  {
    files: ['src/model/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }], complexity: ['error', 16] },
  },
  {
    files: ['**/*.tsx', 'src/ui/**/*.ts'],
    rules: {
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      'no-restricted-syntax': [
        'error',
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Anything untrusted is text.' },
      ],
    },
  },
  { files: ['src/model/base/platform.d.ts'], rules: { 'no-var': 'off' } },
  { files: ['scripts/**', '**/*.test.ts', 'e2e/**'], rules: { 'no-console': 'off' } },
  // The escape test tries the ways out that the rest may not name.
  {
    files: ['e2e/escape.spec.ts'],
    rules: { 'no-restricted-properties': 'off', '@typescript-eslint/no-implied-eval': 'off', '@typescript-eslint/no-unsafe-call': 'off' },
  },
);
