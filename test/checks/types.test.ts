import { describe, it } from 'vitest'
import { cacheOf, expectNothingFound } from './check.ts'

describe('types agree in', () => {
  it.for(['core', 'electron', 'test'])('%s', async (room) => {
    await expectNothingFound('typescript-native/bin/tsc', '--noEmit', '-p', room, '--singleThreaded')
  })

  it('renderer', async () => {
    // Only this reads components.
    const cache = ['--incremental', '--tsBuildInfoFile', cacheOf('renderer.tsbuildinfo')]
    await expectNothingFound('vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', 'renderer', ...cache)
  })
})
