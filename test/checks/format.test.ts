import { it } from 'vitest'
import { cacheOf, expectNothingFound } from './check.ts'

it('everything is formatted', async () => {
  const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', cacheOf('prettier')]
  await expectNothingFound('prettier/bin/prettier.cjs', '--check', '.', '--log-level', 'warn', ...cache)
})
