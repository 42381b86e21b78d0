import type { EngineLocation } from '../../core/database/engine.ts'
import { withEngine } from '../../core/engines.ts'
import { importFile } from '../../core/transfer/import-file.ts'

/**
 * A process that imports a file of products and is killed at one moment of it. Arguments: where the shop is, the store, the
 * file, and the transaction of the import (the first stores its rows, those behind it write search terms) with the moment of
 * it: `in`, when all of it is written, or `behind`.
 */
const [where = '', storeId = '', path = '', number = '', moment = ''] = process.argv.slice(2)

const location = JSON.parse(where) as EngineLocation
let count = 0
const die = (): void => void process.kill(process.pid, 'SIGKILL')

await withEngine(location, async (engine) =>
  importFile(
    {
      read: async (work, store) => engine.read(work, store),
      refreshStatistics: engine.refreshStatistics,
      transact: async (work, about) => {
        const isIt = ++count === Number(number)
        const answer = await engine.transact(async (db) => {
          const done = await work(db)
          if (isIt && moment === 'in') {
            // All that is sent has been answered.
            await db.selectFrom('stores').select('id').execute()
            die()
          }
          return done
        }, about)
        if (isIt) die()
        return answer
      },
    },
    { path, author: { storeId, name: 'Ida', now: new Date() }, kind: 'products', isDryRun: false },
  ),
)
