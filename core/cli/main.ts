import { enableCompileCache } from 'node:module'

// Before anything else is loaded: the next start need not compile it again.
enableCompileCache()
const { program } = await import('./program.ts')

await program().parseAsync()
