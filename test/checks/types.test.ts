import { describe, it } from 'vitest'
import { cacheOf, expectNothingFound } from './check.ts'

describe('types agree in', () => {
  it.for(['core', 'electron', 'renderer', 'test'])('%s', async (room) => {
    const cache = ['--incremental', '--tsBuildInfoFile', cacheOf(`${room}.tsbuildinfo`)]
    await expectNothingFound('vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', room, ...cache)
  })
})
