import { app } from 'electron'
import { LINK_SCHEME, pageInArguments, pageOfLink } from './deep-link.ts'

export interface DeepLinks {
  /** The console can show pages from now on: first that of the last link that has come so far. */
  begin: (show: (page: string) => void) => void
}

/**
 * Follows the links of other programs from the start on; to be called before Electron is ready, because macOS tells of
 * them so early.
 * @param onLink one has come while the app is open, whatever it leads to
 */
export function followLinks(onLink: () => void): DeepLinks {
  // A development build is Electron's own program: it must not become what opens the links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  let waiting = pageInArguments(process.argv)
  let show: ((page: string) => void) | undefined

  function follow(page: string | undefined): void {
    onLink()
    if (page === undefined) return
    if (show) show(page)
    else waiting = page
  }
  app.on('open-url', (event, url) => {
    event.preventDefault()
    follow(pageOfLink(url))
  })
  app.on('second-instance', (_event, args) => follow(pageInArguments(args)))

  return {
    begin(begun) {
      show = begun
      if (waiting !== undefined) begun(waiting)
      waiting = undefined
    },
  }
}
