import type { Folder } from '../folder.ts'
import type { Connection } from '../http.ts'
import type { Answer, Entry, Write } from '../journal/entry.ts'
import { heldOf, written, type CartState } from '../journal/state.ts'
import { Lost } from '../lost.ts'
import type { Tally } from '../tally.ts'
import { differences } from './differences.ts'
import { observe, type Observed } from './observe.ts'
import { requireReplay } from './replay.ts'

/** What is looked at after a crash. */
export interface Verifying {
  readonly folder: Folder
  readonly core: Connection
  readonly tally: Tally
}

/**
 * Reads a cart with its order and compares with the journal: what was answered is there; of what was not, all or
 * nothing; and what had a key is done once when it is asked for again.
 * @throws Lost
 */
export async function verifyEntry(verifying: Verifying, entry: Entry): Promise<void> {
  await repeatCreation(verifying, entry)
  const { open } = entry
  const done = await adopt(verifying, entry)
  await repeat(verifying, entry, open, done)
  await requireReplay(verifying, entry)
  await requireMoney(verifying, entry)
  entry.isTouched = false
}

/** A cart whose id was not heard has a key: asking again tells the id, whether it was made before or is only now. */
async function repeatCreation({ core, tally }: Verifying, entry: Entry): Promise<void> {
  const [write] = entry.open
  if (entry.id !== undefined || !write) return
  const { cartId } = await core.ask<Answer>(write)
  tally.replayed++
  entry.id = cartId
  entry.open = []
  entry.tell('create: asked again after the crash')
}

/**
 * Finds which of the possible states the cart is in, and takes it for the one that counts from now on.
 * @returns the unanswered write that was done, if one was
 */
async function adopt({ folder, core, tally }: Verifying, entry: Entry): Promise<Write | undefined> {
  const { id, state, open } = entry
  if (id === undefined) throw new Lost('A cart has no id.')
  const candidates = [state, ...open.map((write) => write.after(state))]
  const observed = await observe(core, id, candidates.some(({ order }) => order) || open.length > 0)
  if (!observed) throw new Lost('The core is gone while it is looked at.')
  const faults = candidates.map((candidate) => differences(folder.facts, candidate, observed))
  const index = faults.findIndex((texts) => texts.length === 0)
  const found = candidates[index]
  if (!found) {
    const unanswered = open.map(({ what }) => what).join(', ') || 'nothing'
    const texts = faults.map((each, index) => `  ${index === 0 ? 'as answered' : 'or'}: ${each.join('; ')}`)
    throw new Lost(
      `The cart ${id} is not what was answered (open: ${unanswered}).\n${texts.join('\n')}\n${entry.story}`,
    )
  }
  const done = open[index - 1]
  entry.tell(`looked at: ${done ? `${done.what} was done` : 'as answered'}`)
  entry.state = withIds(found, observed)
  entry.open = []
  tally.compared++
  return done
}

/** Identifiers that were made but never heard. */
function withIds(state: CartState, { cart, order }: Observed): CartState {
  const lines = state.lines.map((line, index) => ({ ...line, id: line.id ?? cart.orderLines[index]?.id }))
  if (!state.order || !order) return { ...state, lines }
  const payment = { ...state.order.payment }
  payment.id ??= order.order.payments[0]?.id
  const { placed } = state.order
  const placedLines = placed.lines.map((line, index) => ({
    ...line,
    id: line.id ?? order.order.orderLines[index]?.id,
  }))
  return { ...state, lines, order: { ...state.order, placed: { ...placed, lines: placedLines }, payment } }
}

/** What was asked with a key and not answered is asked again: it is done once, whatever became of it before. */
async function repeat(
  verifying: Verifying,
  entry: Entry,
  open: readonly Write[],
  done: Write | undefined,
): Promise<void> {
  const [write] = open
  // Of several that were refused, one may have been done: the others need not make sense any more.
  if (write?.key === undefined || (open.length > 1 && !open.every(({ isRepeatable }) => isRepeatable))) return
  const reply = await verifying.core.send(write)
  if (reply?.status !== 200) {
    const answer = reply ? `${reply.status} ${reply.text}` : 'not at all'
    throw new Lost(`${write.what}, asked again, was answered ${answer}\n${entry.story}`)
  }
  const isReplay = reply.headers['idempotent-replayed'] === 'true'
  entry.tell(`${write.what}: asked again, ${isReplay ? 'replayed' : 'done now'}`)
  if (!write.isRepeatable && isReplay !== (done === write)) {
    throw new Lost(
      `${write.what} was ${done ? '' : 'not '}done, but asked again it was ${isReplay ? 'replayed' : 'done now'}\n${entry.story}`,
    )
  }
  verifying.tally.replayed++
  if (!isReplay) entry.state = write.after(entry.state, JSON.parse(reply.text) as Answer)
  entry.kept = { write, text: reply.text }
  await adopt(verifying, entry)
}

/** What is left of a received payment, as the core says it when asked for more: what came in less what went out. */
async function requireMoney({ folder, core }: Verifying, { state, story }: Entry): Promise<void> {
  const { order } = state
  const payment = order?.payment
  const held = order ? heldOf(folder.facts, order) : 0
  if (payment?.id === undefined || held === 0) return
  const path = `/payments/${payment.id}/refund`
  const reply = await core.send({ method: 'POST', path, body: { amount: 1e9 } })
  const left = written(held)
  if (reply?.status !== 409 || !reply.text.includes(`Only ${left} of the payment`)) {
    throw new Lost(`There have to be ${left} left to refund, but: ${reply?.text ?? 'no answer'}\n${story}`)
  }
}
