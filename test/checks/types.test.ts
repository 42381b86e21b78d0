import { describe, it } from 'vitest'
import { cacheOf, expectNothingFound } from './check.ts'

/** Only what has changed since the last time, and what depends on it, is looked at again. */
const since = (room: string): string[] => [
  '--incremental',
  '--tsBuildInfoFile',
  cacheOf(`${room}.tsbuildinfo`),
]

describe('types agree in', () => {
  it.for(['core', 'electron', 'test'])('%s', async (room) => {
    const tool = 'typescript-native/bin/tsc'
    await expectNothingFound(tool, '--noEmit', '-p', room, '--singleThreaded', ...since(room))
  })

  it('renderer', async () => {
    // Only this reads components.
    await expectNothingFound('vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', 'renderer', ...since('renderer'))
  })
})
