import { keepCompiled } from '../compile-cache.ts'
import { giveMemoryBack, keepHeapSmall } from '../process-memory.ts'

// The one command that stays.
if (process.argv[2] === 'serve') giveMemoryBack()
// Before anything else is loaded: the next start need not compile it again.
keepCompiled()
keepHeapSmall()
const { runCommand } = await import('./program.ts')

process.exitCode = await runCommand(process.argv.slice(2), process)
