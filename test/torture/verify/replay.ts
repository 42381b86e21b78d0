import type { Connection } from '../http.ts'
import type { Entry } from '../journal/entry.ts'
import { Lost } from '../lost.ts'
import type { Tally } from '../tally.ts'
import { requireStorageRefusal } from './refusals.ts'

/** The last request of an entry that had a key, again: the same answer, and nothing is done again. @throws Lost */
export async function requireReplay(
  {
    core,
    mayRefuse = false,
    tally,
  }: { readonly core: Connection; readonly mayRefuse?: boolean; readonly tally: Tally },
  { kept, story }: Entry,
): Promise<void> {
  if (!kept) return
  const { write, text } = kept
  const reply = await core.send(write)
  if (!reply) return
  // What was answered cannot be read where the line is cut at that moment.
  if (reply.status === 503 && mayRefuse) {
    requireStorageRefusal(reply, write.what)
    return
  }
  if (reply.status !== 200 || reply.text !== text || reply.headers['idempotent-replayed'] !== 'true') {
    throw new Lost(
      `${write.what}, asked again, was answered ${reply.status} ${reply.text} instead of ${text}\n${story}`,
    )
  }
  tally.replayed++
}
