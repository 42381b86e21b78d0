import type { CreatedClient } from '../../../core/access/clients.ts'
import { run } from '../core-process.ts'
import type { Facts } from '../journal/facts.ts'
import { Lost } from '../lost.ts'
import { originOf, serve } from '../stage/life.ts'
import { interruptStarts } from './interrupted.ts'
import { kill } from './kill.ts'
import type { Round } from './round.ts'

/** About as long as a start that makes the demo shops takes, and as many operations on the disk. */
const MAKING = 2500
const OPERATIONS = 20_000

/** The very first start, which makes the shops, interrupted: after the next the shops are whole. */
export const firstStart: Round = {
  name: 'first start',
  weight: 1,
  isLast: true,
  folder: async (stage) => {
    const base = stage.makeBase()
    const times = stage.random.between(1, 2)
    const dataDir = await stage.makeDataDir(base)
    await interruptStarts(stage, { base, dataDir }, { times, most: MAKING, operations: OPERATIONS }, '--demo')
    const starting = serve(dataDir, undefined, '--demo')
    await originOf(starting)
    await starting.stop()
    const who = ['--store', 'harbour', '--name', 'Till', '--scope', 'staff manage']
    const { stdout } = await run(['client', 'create', '--data', dataDir, ...who])
    return stage.folderOf(base, JSON.parse(stdout) as CreatedClient)
  },
  run: async (stage, folder) => {
    const whole = await stage.wholeFacts()
    if (counts(folder.facts) !== counts(whole)) {
      throw new Lost(
        `After a first start that was interrupted there are ${counts(folder.facts)}, not ${counts(whole)}.`,
      )
    }
    await kill.run(stage, folder)
    await stage.verifyEverything(folder)
  },
}

const counts = ({ products, countries, deliveries, payings }: Facts): string =>
  `${products.length} products, ${countries} countries, ${deliveries.length} deliveries, ${payings.length} payments`
