import { shallowRef, type ShallowRef } from 'vue'
import { ApiError } from '../../api/api-error.ts'
import { whenReachable } from '../../api/connection.ts'
import { hasLiveSession, resumeSession, startSession, whenSignedInElsewhere } from '../../api/session.ts'
import { desktopApi } from '../shell/desktop.ts'

/**
 * How far this window is on its way in: a launch code is being exchanged, an empty database wants a shop, there is
 * no way in (`reason` says why), or it is inside.
 */
export type EntryState =
  | { step: 'launching' }
  | { step: 'setup'; setupCode: string }
  | { step: 'closed'; reason: 'no-link' | 'used-link' }
  | { step: 'inside' }

export interface Entry {
  state: Readonly<ShallowRef<EntryState>>
  /**
   * Goes in with the one-time code of a launch link.
   * @param another the next one, for whoever has just made the shop and has not heard what the first has given
   */
  launch: (code: string, another?: () => Promise<string>) => Promise<void>
}

/** Reads the one-time code of the address (`/?launch=CODE`, `/?setup=CODE`) and takes it out of the address bar. */
export function useEntry(): Entry {
  const state = shallowRef<EntryState>({ step: 'launching' })

  async function launch(code: string, another?: () => Promise<string>): Promise<void> {
    state.value = { step: 'launching' }
    try {
      await startSession(code)
      state.value = { step: 'inside' }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.isUnreachable) {
        await whenReachable()
        return launch(code, another)
      }
      const next = await another?.().catch(() => undefined)
      if (next !== undefined) return launch(next)
      // Whoever is in already goes on, whatever link brought them here.
      state.value = (await hasLiveSession()) ? { step: 'inside' } : { step: 'closed', reason: 'used-link' }
    }
  }

  const { launchCode, setupCode } = takeCodes()
  const desktop = desktopApi()
  if (setupCode !== null) state.value = { step: 'setup', setupCode }
  else if (launchCode !== null) void launch(launchCode)
  else if (resumeSession()) state.value = { step: 'inside' }
  // The desktop's window keeps nothing of its session when it is loaded again, and needs no link.
  else if (desktop) desktop.reopen().catch(() => (state.value = { step: 'closed', reason: 'no-link' }))
  else state.value = { step: 'closed', reason: 'no-link' }

  // All tabs are signed in alike: a page that is out goes in, and none goes on showing another store.
  whenSignedInElsewhere(() => {
    if (state.value.step !== 'launching') window.location.reload()
  })

  return { state, launch }
}

/** A launch code is good for one use; a setup code is kept in the address so that the form survives a reload. */
function takeCodes(): { launchCode: string | null; setupCode: string | null } {
  const { searchParams } = new URL(window.location.href)
  const codes = { launchCode: searchParams.get('launch'), setupCode: searchParams.get('setup') }
  if (codes.launchCode !== null) cleanAddress()
  return codes
}

/** Codes stay neither in the address bar nor in the history. */
export function cleanAddress(): void {
  const address = new URL(window.location.href)
  address.search = ''
  window.history.replaceState(window.history.state, '', address)
}
