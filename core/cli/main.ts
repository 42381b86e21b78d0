import { enableCompileCache } from 'node:module'
import { keepHeapSmall } from '../small-heap.ts'

// Before anything else is loaded: the next start need not compile it again.
enableCompileCache()
keepHeapSmall()
const { runCommand } = await import('./program.ts')

process.exitCode = await runCommand(process.argv.slice(2), process)
