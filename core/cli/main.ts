import { enableCompileCache } from 'node:module'
import { keepHeapSmall } from '../small-heap.ts'

// Before anything else is loaded: the next start need not compile it again.
enableCompileCache()
keepHeapSmall()
const { program } = await import('./program.ts')

await program().parseAsync()
