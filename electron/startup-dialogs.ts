import { app, dialog, shell } from 'electron'
import type { GoodBackup } from '../core/database/sqlite/safekeeping/backups.ts'
import type { DatabaseOpenCode, DatabaseOpenError } from '../core/database/open-error.ts'
import type { StartupQuestions } from './core-host.ts'

const advice: Record<DatabaseOpenCode, string> = {
  busy: 'Close the other program that uses it, then try again.',
  damaged:
    'There is no good backup in its folder. Restore one from elsewhere, or move the file away to start with an empty shop.',
  newer: 'Install the latest version of Backcounter and start it again. The file has not been changed.',
  unreachable:
    'Check that the server runs, and that its address, user and password are right, then try again.',
  unwritable: 'Check that the disk has space and that you may write in this folder, then try again.',
}

/** @param onAsk called before each dialog: from then on it is a person who decides how long the start takes */
export function startupDialogs(onAsk: () => void): StartupQuestions {
  return {
    databaseFailed: async (error, backup) => {
      onAsk()
      return backup ? offerBackup(error, backup) : askAboutDatabase(error)
    },
    portTaken: async (port) => {
      onAsk()
      return askAboutPort(port)
    },
  }
}

async function askAboutDatabase(error: DatabaseOpenError): Promise<'retry' | 'quit'> {
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: app.getName(),
      message: 'The database cannot be opened.',
      detail: `${error.message}\n\n${advice[error.code]}\n\nFile: ${error.file}`,
      buttons: ['Try Again', 'Show File', 'Quit'],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
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
        `${error.message}\n\nThere is a good backup of ${day} with ${orders} orders. ` +
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
