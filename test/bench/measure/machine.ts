import { execFileSync } from 'node:child_process'
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
  /** The commit that was measured; undefined outside of a checkout. */
  readonly commit: string | undefined
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
    commit: commit(),
  }
}

/** Such as `4fdf9bb`, and `4fdf9bb, changed` where files differ from it. */
function commit(): string | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const name = git('rev-parse', '--short', 'HEAD')
    return git('status', '--porcelain') === '' ? name : `${name}, changed`
  } catch {
    return undefined
  }
}
