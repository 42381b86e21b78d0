import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../support/tool.ts'
import { Lab } from './lab.ts'
import { commitsPerSecond } from './measure/disk.ts'
import { describeMachine } from './measure/machine.ts'
import { compare, type Comparison } from './measure/rounds.ts'
import { spread } from './measure/statistics.ts'
import { parseOptions, usage, type Options } from './options.ts'
import { reachedGoals } from './report/goals.ts'
import { profileSummary } from './report/profile.ts'
import { printed } from './report/print.ts'
import type { Report } from './report/report.ts'
import { requireSameRows, requireSameShape } from './same-shape.ts'
import { stopAll } from './servers/child.ts'
import { build } from './servers/core.ts'

const INTERRUPTED = 130
const DISK_SECONDS = 0.3

/**
 * Measures the core against a bare server of the same shape, both as processes of their own on the same data, in one
 * run: numbers of different machines or hours do not compare, the ratios of one run do.
 */
async function main(options: Options): Promise<number> {
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)

  const dir = mkdtempSync(join(options.dir, 'backcounter-bench-'))
  const removeDir = (): void => rmSync(dir, { recursive: true, force: true })
  process.once('exit', removeDir)
  try {
    const report = await bench(dir, options, interruption.signal)
    writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`)
    console.log(`${printed(report)}\nWritten to ${options.out}`)
    if (options.profileDir !== undefined) {
      // A process writes its profile as it ends.
      await stopAll()
      console.log(`\n${profileSummary(options.profileDir)}`)
    }
    return report.failed.length === 0 ? 0 : 1
  } catch (error) {
    // On Ctrl-C the servers end as well, so whatever fails then is only that.
    if (interruption.signal.aborted) return INTERRUPTED
    console.error(error)
    return 1
  } finally {
    await stopAll()
  }
}

async function bench(dir: string, options: Options, signal: AbortSignal): Promise<Report> {
  await build(options.against !== undefined || options.scenarios.some(({ needsConsole }) => needsConsole))
  const lab = new Lab({ ...options, dir })
  try {
    return await measure(lab, dir, options, signal)
  } finally {
    await lab.close()
  }
}

async function measure(lab: Lab, dir: string, options: Options, signal: AbortSignal): Promise<Report> {
  console.error('Making the shops …')
  if (options.database === 'postgres') {
    const [core, bare] = [await lab.desks(1), await lab.bareOnCore()]
    await requireSameShape([core, bare, await lab.ownBare()])
    await requireSameRows(core, bare)
  } else {
    await requireSameShape([await lab.core(), await lab.bare(), await lab.database()])
  }
  const commits: number[] = []
  const scenarios: Comparison[] = []
  const failed: string[] = []
  for (const scenario of options.scenarios) {
    signal.throwIfAborted()
    console.error(`${scenario.title} …`)
    commits.push(commitsPerSecond(join(dir, 'disk.sqlite'), DISK_SECONDS))
    try {
      scenarios.push(await compare(scenario, lab, options, signal))
    } catch (error) {
      // What the others have taken half an hour to measure is not lost with it.
      signal.throwIfAborted()
      failed.push(scenario.title)
      console.error(`${scenario.title} could not be measured:`, error)
    }
  }
  return {
    date: new Date().toISOString(),
    machine: describeMachine(),
    rounds: options.rounds,
    seconds: options.seconds,
    commitsPerSecond: spread(commits),
    scenarios,
    failed,
    goals: reachedGoals(scenarios),
  }
}

process.exitCode = await runTool({ parseOptions, usage }, main)
