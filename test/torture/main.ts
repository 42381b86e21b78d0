import { runTool } from '../support/tool.ts'
import { parseOptions, usage, type Options } from './options.ts'
import { printFailure, printRounds, printSkipped, printSummary } from './print.ts'
import { startPostgres } from '../support/postgres-setup.ts'
import { inFiles, OnServer } from '../support/shops.ts'
import { torture } from './torture.ts'

/** Brings the core down again and again, and tells what was lost: exit code 0 where nothing was. */
async function main(options: Options): Promise<number> {
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)

  console.log(`Seed ${options.seed}`)
  const begun = Date.now()
  const server = options.database === 'postgres' ? await startPostgres('--durable') : undefined
  const shops = server ? new OnServer(server, options.isolation) : inFiles
  const result = await torture({
    ...options,
    shops,
    signal: interruption.signal,
    onRound: printRounds(),
  }).finally(async () => server?.stop())
  if (result.failure) printFailure(options.seed, result.failure)
  printSummary(options.seed, result, Date.now() - begun)
  printSkipped(result.skipped)
  const isIncomplete = result.skipped.size > 0 && process.env['REQUIRE_FAULTS'] === '1'
  return result.failure || isIncomplete ? 1 : 0
}

process.exitCode = await runTool({ parseOptions, usage }, main)
