import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['out/', 'dist/', 'coverage/', 'node_modules/', '**/*.js'] },
  ...tseslint.configs.strictTypeChecked,
  ...vue.configs['flat/recommended'],
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        parser: tseslint.parser,
        extraFileExtensions: ['.vue'],
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Kysely's expression builders are made to be taken apart.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  // Fastify handlers and Vue listeners may be asynchronous where their type says `void`.
  { rules: { '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }] } },
  // What a command prints is its work.
  {
    files: [
      'core/cli/**',
      'electron/start.ts',
      'test/bench/**',
      'test/load/**',
      'test/model/main.ts',
      'test/soak/**',
      'test/support/tool.ts',
      'test/torture/**',
      'docs/**',
    ],
    rules: { 'no-console': 'off' },
  },
  prettier,
)
