import { app, dialog, shell } from 'electron'
import { IN_FOLDER } from '../core/database/desk-settings.ts'
import type { GoodBackup } from '../core/database/sqlite/safekeeping/backups.ts'
import type { DatabaseOpenCode, DatabaseOpenError } from '../core/database/open-error.ts'
import { isServerAddress } from '../core/database/postgres/address.ts'
import type { StartupQuestions } from './core-host.ts'

const advice: Record<DatabaseOpenCode, string> = {
  busy: 'Close the other program that uses it, then try again.',
  damaged:
    'There is no good backup in its folder. Restore one from elsewhere, or move the file away to start with an empty shop.',
  newer: 'Install the latest version of Backcounter and start it again. The file has not been changed.',
  settings: `Start Backcounter with --database=ADDRESS, or with --database=${IN_FOLDER} where the shop is in its own folder.`,
  unreachable:
    'Check that the server runs, and that its address, user and password are right, then try again.',
  unwritable: 'Check that the disk has space and that you may write in this folder, then try again.',
}

/** What is to be done about a server; nothing of it is in any folder here. */
const adviceOnServer: Partial<typeof advice> = {
  damaged: 'Give the address of another database, or of an empty one.',
  newer: 'Install the latest version of Backcounter and start it again. The database has not been changed.',
  unwritable: 'Use a newer server, or a database made with the encoding UTF8.',
}

const elsewhere =
  'To use another database, start Backcounter with --database=ADDRESS; ' +
  `with --database=${IN_FOLDER} it uses the shop in its own folder.`

/** @param onAsk called before each dialog: from then on it is a person who decides how long the start takes */
export function startupDialogs(onAsk: () => void): StartupQuestions {
  return {
    databaseFailed: async (error, backup, over) => {
      onAsk()
      return backup ? offerBackup(error, backup) : askAboutDatabase(error, over)
    },
    portTaken: async (port) => {
      onAsk()
      return askAboutPort(port)
    },
  }
}

async function askAboutDatabase(error: DatabaseOpenError, signal: AbortSignal): Promise<'retry' | 'quit'> {
  const about = {
    type: 'error',
    title: app.getName(),
    message: 'The database cannot be opened.',
    defaultId: 0,
    noLink: true,
  } as const
  if (isServerAddress(error.file)) {
    const todo = adviceOnServer[error.code] ?? advice[error.code]
    const waits = error.mayPass ? ' This closes by itself once the server is there.' : ''
    const { response } = await dialog.showMessageBox({
      ...about,
      detail: `${error.message}\n\n${todo}${waits}\n\n${elsewhere}`,
      buttons: ['Try Again', 'Quit'],
      cancelId: 1,
      signal,
    })
    return response === 0 ? 'retry' : 'quit'
  }
  for (;;) {
    const { response } = await dialog.showMessageBox({
      ...about,
      detail: `${error.message}\n\n${advice[error.code]}\n\nFile: ${error.file}`,
      buttons: ['Try Again', 'Show File', 'Quit'],
      cancelId: 2,
    })
    if (response !== 1) return response === 0 ? 'retry' : 'quit'
    shell.showItemInFolder(error.file)
  }
}

async function offerBackup(
  error: DatabaseOpenError,
  { date, file, orders }: GoodBackup,
): Promise<'restore' | 'retry' | 'quit'> {
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(date)
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: app.getName(),
      message: 'The database is damaged.',
      detail:
        `${error.message}\n\nThere is a good backup of ${day} by the clock of this computer, with ${orders} orders. ` +
        'What was done after it is not in it. The damaged file is kept beside the restored one, never deleted.' +
        `\n\nBackup: ${file}`,
      buttons: [`Restore Backup of ${day}`, 'Show File', 'Quit'],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
    })
    if (response !== 1) return response === 0 ? 'restore' : 'quit'
    shell.showItemInFolder(error.file)
  }
}

async function askAboutPort(port: number): Promise<'retry' | 'continue' | 'quit'> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: app.getName(),
    message: `Port ${port} is taken.`,
    detail:
      'Another program on this computer uses the port at which Backcounter answers local programs. ' +
      'You can go on without it: the window works as usual, other programs cannot reach Backcounter. ' +
      'To use another port, start Backcounter with --port=NUMBER.',
    buttons: ['Continue Without Local API', 'Try Again', 'Quit'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  })
  return (['continue', 'retry', 'quit'] as const)[response] ?? 'quit'
}
