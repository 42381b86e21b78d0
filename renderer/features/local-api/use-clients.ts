import type { Client } from '../../api/clients.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { useLive } from '../../ui/use-live.ts'
import { useLoaded, type Ask, type Loaded } from '../../ui/use-loaded.ts'

/** When one was last used is told by nothing, and said to the minute; so is what the command line does to them. */
const OFTEN_MS = 10_000

/**
 * Programs as they are now, whoever changes them; loaded first by `load`.
 * @param isShown where nobody sees them they are left alone
 */
export function useClients(ask: Ask<Client[]>, isShown = (): boolean => true): Loaded<Client[]> {
  const clients = useLoaded(ask)
  const follow = async (): Promise<unknown> => !isShown() || clients.refresh()
  useLive(['record.changed'], follow)
  useInterval(follow, OFTEN_MS)
  return clients
}
