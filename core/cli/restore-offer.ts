import { newestGoodBackup } from '../database/sqlite/safekeeping/backups.ts'
import { databaseFile } from '../database/data-files.ts'
import { DatabaseOpenError } from '../database/open-error.ts'
import { defaultDataDir } from '../defaults.ts'

/** What to do about a damaged shop, for a person and for a program. */
export interface RestoreOffer {
  readonly text: string
  readonly json: {
    /** Null where there is no good one. */
    readonly backup: { readonly file: string; readonly date: string; readonly orders: number } | null
    /** The command that puts it in place; null where there is none. */
    readonly restore: string | null
  }
}

/**
 * Where an error says that the shop of a data folder is damaged: its newest good backup, and the command that restores
 * it.
 * @returns undefined for every other error
 */
export async function offerRestore(error: unknown, dataDir: string): Promise<RestoreOffer | undefined> {
  if (!(error instanceof DatabaseOpenError) || error.code !== 'damaged') return undefined
  if (error.file !== databaseFile(dataDir)) return undefined
  const backup = await newestGoodBackup(dataDir)
  if (!backup) {
    return {
      text: 'There is no good backup in its folder. `npm run cli -- restore --from FILE` restores one from elsewhere.',
      json: { backup: null, restore: null },
    }
  }
  const { file, date, orders } = backup
  const data = dataDir === defaultDataDir() ? '' : ` --data ${quoted(dataDir)}`
  const restore = `npm run cli -- restore --from ${quoted(file)}${data}`
  return {
    text:
      `The newest good backup is of ${date.toISOString()}, with ${orders} orders: ${file}\n` +
      `This puts it in place, and keeps the damaged file beside it:\n\n  ${restore}\n`,
    json: { backup: { file, date: date.toISOString(), orders }, restore },
  }
}

/** As the shell of the system takes a path, whatever is in it. */
const quoted = (path: string): string => {
  if (/^[\w./:@=+-]+$/.test(path)) return path
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`
}
