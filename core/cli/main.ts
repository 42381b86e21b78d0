import { beginAnew, tellNobodyElse } from '../begin-anew.ts'

// The one command that stays.
if (process.argv[2] === 'serve') {
  beginAnew()
  tellNobodyElse()
}
const { keepCompiled } = await import('../compile-cache.ts')
// Before anything else is loaded: the next start need not compile it again.
keepCompiled()
const { keepHeapSmall } = await import('../v8-flags.ts')
keepHeapSmall()
const { runCommand } = await import('./program.ts')

// Who reads no further, as `| head` and a terminal that was closed, ends no work: that it is done says its exit code. Nor does what
// takes no more, as a file on a full disk, and there the result is missing.
process.stderr.on('error', () => undefined)
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`The result could not be written to standard output: ${error.message}\n`)
  process.exitCode = 1
})

const code = await runCommand(process.argv.slice(2), process)
process.exitCode ??= code
