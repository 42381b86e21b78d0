import { app, dialog } from 'electron'
import { messageOf, type Log } from './log.ts'

/**
 * Does what a person has asked for by a click or a menu. Where it fails, that is logged and told, and the app goes on.
 * @param what what did not succeed then, as a sentence
 */
export type Attempt = (what: string, action: () => unknown) => void

export function createAttempt(log: Log): Attempt {
  const tell = async (what: string, error: unknown): Promise<void> => {
    log.error(error, what)
    await dialog.showMessageBox({
      type: 'warning',
      title: app.getName(),
      message: what,
      detail: messageOf(error),
      noLink: true,
    })
  }
  return (what, action) => {
    void Promise.resolve()
      .then(action)
      .catch(async (error: unknown) => tell(what, error))
      .catch((error: unknown) => log.error(error, 'A dialog was not shown.'))
  }
}
