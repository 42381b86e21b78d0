import { beginAnew, tellNobodyElse } from '../begin-anew.ts'

// The one command that stays.
if (process.argv[2] === 'serve') {
  beginAnew()
  tellNobodyElse()
}
const { keepCompiled } = await import('../compile-cache.ts')
// Before anything else is loaded: the next start need not compile it again.
keepCompiled()
const { keepHeapSmall } = await import('../process-memory.ts')
keepHeapSmall()
const { runCommand } = await import('./program.ts')

process.exitCode = await runCommand(process.argv.slice(2), process)
