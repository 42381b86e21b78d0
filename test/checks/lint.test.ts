import { it } from 'vitest'
import { cacheOf, expectNothingFound } from './check.ts'

it('the linter finds nothing', async () => {
  // Rules that know types look at other files, too: what is kept of a file holds for that file only, so a clean checkout has the last word.
  const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', cacheOf('eslint')]
  await expectNothingFound('eslint/bin/eslint.js', '.', '--max-warnings', '0', ...cache)
})
