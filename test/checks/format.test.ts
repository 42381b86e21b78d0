import { it } from 'vitest'
import { expectNothingFound } from './check.ts'

it('everything is formatted: `npm run format` does it', async () => {
  // It lists what is not, and nothing where all is.
  await expectNothingFound('oxfmt/bin/oxfmt', '--list-different', '--threads=1')
})
