import { fileURLToPath } from 'node:url'
import { isBuildStale } from './start/build-state.ts'
import { runBuiltCli } from './start/built.ts'

/** Behind `npm run cli`: the built command line; its sources as they are where they have changed since, or none is built. */
const root = fileURLToPath(new URL('..', import.meta.url))

await (isBuildStale(root) ? import('../core/cli/main.ts') : runBuiltCli(root))
