/** Rules beside those of the presets, and others than theirs. */
export const rules = {
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
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
  // Fastify handlers and Vue listeners may be asynchronous where their type says `void`.
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
}

/** What a command prints is its work. */
export const PRINTING = [
  'core/cli/**',
  'electron/start/start-app.ts',
  'test/bench/**',
  'test/desks/**',
  'test/load/**',
  'test/model/main.ts',
  'test/soak/**',
  'test/support/tool.ts',
  'test/torture/**',
  'docs/**',
]
