import { describe, it } from 'vitest'
import { cacheOf, expectNothingFound } from './check.ts'

describe('the linter finds nothing', () => {
  it('in the sources', async () => {
    await expectNothingFound('oxlint/bin/oxlint', '--format', 'unix')
  })

  it('in the components', async () => {
    // Rules that know types look at other files, too: what is kept of a file holds for that file only, so a clean checkout has the last word.
    const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', cacheOf('eslint')]
    await expectNothingFound('eslint/bin/eslint.js', 'renderer/**/*.vue', '--max-warnings', '0', ...cache)
  })
})
