import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { openCoreIn } from '../../support/open-core.ts'
import { createLongWork } from '../../../core/work/long-work.ts'
import { openShopFile, readStore } from '../prepared/file.ts'
import { writeProductFile } from '../prepared/product-file.ts'
import { cli } from '../servers/core.ts'
import { run } from '../servers/child.ts'

/**
 * A core that serves requests over its socket while one piece of long work is done, and watches its own event loop.
 * Arguments: a data folder, and the work. Prints one line: milliseconds, and how many requests were answered.
 */
const [dataDir = '', name = ''] = process.argv.slice(2)

const SECONDS_OF_NOTHING = 3
const WARM_UP_SECONDS = 1
const CLIENTS = join(import.meta.dirname, 'asking.ts')
const SEEDED = '1000'
const IMPORTED = 100_000

const core = await openCoreIn({ dataDir })
const origin = await core.listen(0)
const threads = createLongWork()
/** Where the file is that is imported. */
const path = `${dataDir}/products.csv`
const works: Readonly<Record<string, () => Promise<unknown>>> = {
  nothing: async () => pause(SECONDS_OF_NOTHING * 1000),
  backup: async () => threads.run('addBackup', { dataDir, now: new Date() }),
  check: async () => threads.run('checkPages', { dataDir }),
  importing: async () => {
    const db = openShopFile(dataDir)
    const { id: storeId } = readStore(db)
    db.close()
    const author = { storeId, name: 'bench', now: new Date() }
    const location = { kind: 'sqlite' as const, dataDir }
    await threads.run('importFile', { location, path, author, kind: 'products', isDryRun: false })
  },
  seeding: async () => run([cli(), 'demo', '--orders', SEEDED, '--data', dataDir, '--json']),
}
const work = works[name]
if (!work) throw new Error(`There is no work ${name}.`)

// To write it is no part of the work, and would hold up this thread.
if (name === 'importing') await writeProductFile(path, IMPORTED)
const clients = spawn(process.execPath, [CLIENTS, origin], { stdio: ['pipe', 'pipe', 'inherit'] })
await pause(WARM_UP_SECONDS * 1000)
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
await work()
delay.disable()
clients.stdin.end()
const operations = Number(await text(clients.stdout))
const milliseconds = (nanoseconds: number): number => nanoseconds / 1e6
process.stdout.write(
  `${JSON.stringify({
    value: milliseconds(delay.max),
    p50: milliseconds(delay.percentile(50)),
    p99: milliseconds(delay.percentile(99)),
    operations,
  })}\n`,
)
await core.close()
