import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figure, table } from '../bench/report/table.ts'
import { stopAll } from '../bench/servers/child.ts'
import { runTool } from '../support/tool.ts'
import { parseOptions, usage, type Options } from './options.ts'
import { besiege, type Outcome } from './siege.ts'
import { makeShop, openStage } from './target.ts'
import { faultsOf, listed, MEMORY_BOUND } from './verdict.ts'
import { PATIENCE } from './witness.ts'

/**
 * Attacks a core in a process of its own, in one way after the other, and tells what became of the attackers, of
 * somebody well-behaved, and of the memory.
 * @returns the exit code: 1 where the core has not stood an attack
 */
async function main(options: Options): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'backcounter-load-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  try {
    return await attack(dir, options)
  } finally {
    await stopAll()
  }
}

async function attack(dir: string, options: Options): Promise<number> {
  const shop = await makeShop(join(dir, 'data'))
  const outcomes: Outcome[] = []
  for (const one of options.attacks) {
    console.error(`${one.title} …`)
    // Each attacks a core that has just been started: what it holds is this attack's.
    const stage = await openStage(shop)
    outcomes.push(await besiege(stage, one, options.seconds))
    await stage.child.stop()
  }
  console.log(printed(outcomes))
  const faults = outcomes.flatMap((outcome) => faultsOf(outcome))
  for (const fault of faults) console.log(`✗ ${fault}`)
  if (faults.length > 0) return 1
  console.log(
    `All ${outcomes.length} stood: health answered within ${PATIENCE / 1000} s, memory within ${MEMORY_BOUND} MB above idle.`,
  )
  return 0
}

const printed = (outcomes: readonly Outcome[]): string =>
  table(
    [
      'attack',
      'health worst ms',
      'client p99 ms',
      'answered',
      'refused',
      'loop delay ms',
      'MB before',
      'peak',
      'after',
      'attacker got',
    ],
    outcomes.map(({ attack: { name }, answers, health, client, memory, loopDelay }) => [
      name,
      figure(health.worst),
      figure(client.p99),
      String(client.answered),
      listed(client.failures) || '0',
      figure(loopDelay),
      figure(memory.before),
      figure(memory.peak),
      figure(memory.after),
      listed(answers),
    ]),
  )

process.exitCode = await runTool({ parseOptions, usage }, main)
