import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

// The rules that ask the type checker are in `.oxlintrc.json`.
export default tseslint.config(
  {
    ignores: ['dist/', 'node_modules/', '.data/', 'public/', 'src/server/*/migrations/', 'test-results/'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.strict,
  {
    rules: {
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    plugins: { 'simple-import-sort': importSort },
    // Node's modules, packages, then our own from afar to near; no blank lines between.
    rules: { 'simple-import-sort/imports': ['error', { groups: [['^node:', '^', '^\\.']] }] },
  },
  { files: ['src/web/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  { files: ['src/{web,server/sandbox}/**/*.tsx'], ...jsxA11y.configs.strict },
  {
    files: ['src/{web,server/sandbox}/**/*.tsx'],
    rules: {
      // A dialog and a step of a sign-in begin in their first field.
      'jsx-a11y-x/no-autofocus': 'off',
      // What scrolls must be reachable by the keyboard.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { roles: ['region'], tags: ['pre'] }],
    },
  },
  {
    files: ['__tests__/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
