import { askWhetherThere, reportUnreachable, whenReachable } from './connection.ts'
import { atTheDesk, loadDesk } from './desk.ts'
import { noteRestored } from './restored.ts'
import { holdsScope } from './scopes.ts'
import { getAccessToken, storeShown } from './session.ts'
import { shareStream, type StreamState, type Told } from './shared-stream.ts'

/** What has changed: the record's id, and the version that it has now; of the shop's own records their noun. */
export interface LiveChange {
  type:
    | 'cart.changed'
    | 'order.placed'
    | 'order.changed'
    | 'record.changed'
    | 'import.changed'
    | 'export.changed'
    | 'till.changed'
    | 'gift-card.changed'
    | 'stock.changed'
    | 'drawer.changed'
    | 'drawer.failed'
  noun?: string
  id: string
  version: number
}

interface Listener {
  onChange: (change: LiveChange) => void
  /** The stream has begun (again): what changed before was not told. */
  onGap: () => void
}

const AGAIN_AFTER_MS = 2000

const listeners = new Set<Listener>()
let stream: AbortController | undefined
/** The last that was heard of it. */
let state: StreamState | undefined
/** The name of the data that this page shows: a backup that is restored has another one. */
let shownData: string | undefined

/**
 * Listens to what anybody changes in the store, in any window or program. One stream serves all windows of a browser, from
 * one page of theirs to the next; a window that is out of sight, which browsers slow down and freeze, takes no part in it.
 * @returns what ends it
 */
export function watchChanges(listener: Listener): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', openOrClose)
  listeners.add(listener)
  openOrClose()
  return () => {
    listeners.delete(listener)
    // The next page may listen at once.
    setTimeout(closeUnheard)
  }
}

function closeUnheard(): void {
  if (listeners.size > 0) return
  document.removeEventListener('visibilitychange', openOrClose)
  openOrClose()
}

function openOrClose(): void {
  const isWanted = listeners.size > 0 && document.visibilityState === 'visible'
  if (isWanted && !stream) {
    stream = new AbortController()
    // All windows of a store are one desk: what one of them may hear, the others may.
    void shareStream(`backcounter.events.${storeShown()}`, { read: keepOpen, hear }, stream.signal)
  } else if (!isWanted) {
    stream?.abort()
    stream = undefined
    state = undefined
  }
}

function hear(told: Told<LiveChange>): void {
  if ('change' in told) {
    for (const { onChange } of listeners) onChange(told.change)
    return
  }
  const isNew = told.stream !== state
  state = told.stream
  if (state === 'away') void askWhetherThere()
  else if (isNew && state !== 'closed') {
    const data = dataOf(state)
    shownData ??= data
    // What is gone is still in sight, and versions of it are those of something else: nothing goes on with them.
    if (data !== shownData) {
      noteRestored()
      window.location.reload()
    } else for (const { onGap } of listeners) onGap()
  }
}

const openState = (data: string): StreamState => `open ${crypto.randomUUID()} ${data}`
const dataOf = (open: StreamState): string => open.split(' ')[2] ?? ''

/** Reads one stream after the other, whatever ends them: a token that has run out, or a core that is away. */
async function keepOpen(tell: (told: Told<LiveChange>) => void, signal: AbortSignal): Promise<void> {
  let refused: string | undefined
  while (!signal.aborted) {
    try {
      await whenReachable()
      tell({ stream: 'closed' })
      const token = await atTheDesk(async () => getAccessToken(refused))
      // Behind the lock nobody is told anything.
      if (!holdsScope('support')) {
        await pause()
        continue
      }
      const answer = await fetch('/api/v1/events', {
        headers: { authorization: `Bearer ${token}` },
        signal,
        cache: 'no-store',
      })
      refused = answer.status === 401 ? token : undefined
      if (answer.status === 403) await loadDesk()
      if (answer.ok && answer.body) {
        tell({ stream: openState(answer.headers.get('data-name') ?? '') })
        await readAll(answer.body, (change) => tell({ change }))
      }
    } catch (failure) {
      // What the network refuses is a core that is away; that the session is over, the next request of a person brings up.
      if (failure instanceof TypeError) {
        reportUnreachable()
        tell({ stream: 'away' })
      }
    }
    await pause()
  }
}

const pause = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))

async function readAll(
  body: ReadableStream<Uint8Array>,
  onChange: (change: LiveChange) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const texts = (rest + read.value).split('\n\n')
    rest = texts.pop() ?? ''
    for (const change of texts.flatMap(changesIn)) onChange(change)
  }
}

/** The change of one server-sent event; none of a heartbeat. */
function changesIn(event: string): LiveChange[] {
  const [, type, data] = /^event: (\S+)\ndata: (.+)$/.exec(event) ?? []
  if (type === undefined || data === undefined) return []
  return [{ type, ...(JSON.parse(data) as { id: string; version: number }) } as LiveChange]
}
