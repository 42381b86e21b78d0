import { fileURLToPath } from 'node:url'
import { beginAnew } from '../core/begin-anew.ts'

/** Behind `npm run cli`: the built command line; its sources as they are where they have changed since, or none is built. */
const root = fileURLToPath(new URL('..', import.meta.url))

// It would do so by itself, and all of this would be loaded and looked at twice.
if (process.argv[2] === 'serve') beginAnew()
const { isBuildStale } = await import('./start/build-state.ts')

if (isBuildStale(root)) await import('../core/cli/main.ts')
else {
  const { runBuiltCli } = await import('./start/built.ts')
  await runBuiltCli(root)
}
