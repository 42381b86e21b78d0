import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import { PRINTING, rules } from './lint-rules.ts'

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
    rules,
  },
  {
    files: PRINTING,
    rules: { 'no-console': 'off' },
  },
  // Components are all of one program; making it once is cheaper than a service that could also take edits.
  {
    files: ['**/*.vue'],
    languageOptions: {
      parserOptions: {
        projectService: false,
        project: 'renderer/tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  prettier,
)
