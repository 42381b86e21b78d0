import { arch, cpus, platform, totalmem } from 'node:os'
import Sqlite from 'better-sqlite3'
import packageJson from '../../../package.json' with { type: 'json' }

/** What numbers depend on; nothing that tells whose machine it is. */
export interface Machine {
  readonly cores: number
  readonly cpu: string
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
  readonly sqlite: string
  readonly backcounter: string
}

export function describeMachine(): Machine {
  const db = new Sqlite(':memory:')
  const sqlite = db.prepare<[], string>('select sqlite_version()').pluck().get() ?? ''
  db.close()
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${arch()}`,
    node: process.version,
    sqlite,
    backcounter: packageJson.version,
  }
}
