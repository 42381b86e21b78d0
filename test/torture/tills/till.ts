import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../../core/demo/random.ts'
import type { Folder } from '../folder.ts'
import type { Connection, Reply } from '../http.ts'
import { Entry, type Answer, type Write } from '../journal/entry.ts'
import { newCart } from '../journal/state.ts'
import { createCart, failLate } from '../journal/writes.ts'
import { Lost } from '../lost.ts'
import { observe } from '../verify/observe.ts'
import { differences } from '../verify/differences.ts'
import { isUnknown, requireStorageRefusal } from '../verify/refusals.ts'
import { requireReplay } from '../verify/replay.ts'
import type { Tally } from '../tally.ts'
import { chooseWrite } from './choose.ts'

/** Long enough for storage to be what it was, in milliseconds. */
const PAUSE = 5
const OPEN_AT_ONCE = 6
/** How often what may have been done is asked for again, after longer and longer: a server is back in a second. */
const ASKED_AGAIN = 20

/** The life of a core that tills work at. */
export interface Shift {
  readonly folder: Folder
  readonly core: Connection
  readonly tally: Tally
  /** Whether the storage fails at times: then, and only then, a 503 is an answer. */
  readonly mayRefuse: boolean
  isOver: boolean
}

/** A clerk at full speed: asks for one thing after another and writes down what was answered. */
export class Till {
  readonly #random: Random
  readonly #shift: Shift
  readonly #entries: Entry[]

  /** @param entries carts that are this till's alone */
  constructor(seed: number, shift: Shift, entries: readonly Entry[]) {
    this.#random = new Random(seed)
    this.#shift = shift
    this.#entries = entries.filter(({ open, id }) => open.length === 0 && id !== undefined)
  }

  /** Works until the shift is over or the core is gone. @throws Lost where an answer must not be */
  async work(): Promise<void> {
    while (!this.#shift.isOver) {
      const entry = this.#pick()
      if (!entry) {
        await this.#begin()
        continue
      }
      if (this.#random.chance(0.05)) {
        // Among others, so that they share its commit and not its failure.
        await Promise.all([this.#begin(), this.#failLate(entry), this.#begin()])
        continue
      }
      const { folder } = this.#shift
      const write = chooseWrite({ random: this.#random, facts: folder.facts, mark: folder.mark }, entry)
      if (!write) this.#entries.splice(this.#entries.indexOf(entry), 1)
      else if (write.what.startsWith('place') && this.#random.chance(0.3))
        await this.#placeTwice(entry, write)
      else await this.#perform(entry, write)
    }
  }

  #pick(): Entry | undefined {
    if (this.#entries.length < OPEN_AT_ONCE && this.#random.chance(0.3)) return undefined
    return this.#entries.length === 0 ? undefined : this.#random.pick(this.#entries)
  }

  async #begin(): Promise<void> {
    const entry = new Entry(undefined, newCart)
    const write = this.#withKey(createCart())
    this.#shift.folder.entries.push(entry)
    await this.#perform(entry, write)
    if (entry.id !== undefined) this.#entries.push(entry)
    else if (write.key === undefined) {
      // Nobody will ever hear its id.
      this.#shift.folder.entries.splice(this.#shift.folder.entries.indexOf(entry), 1)
      this.#shift.folder.strays++
    }
  }

  /** Only a POST can have a key. */
  #withKey(write: Write): Write {
    if (write.method !== 'POST' || this.#random.chance(0.6)) return write
    return { ...write, key: `${this.#shift.folder.mark()}-key` }
  }

  async #perform(entry: Entry, asked: Write): Promise<void> {
    const write = asked.key === undefined ? this.#withKey(asked) : asked
    open(entry, write)
    const reply = await this.#shift.core.send(write)
    await this.#settle(entry, write, reply)
    // Whoever asks the same again, gets the same again.
    if (entry.kept?.write === write && this.#random.chance(0.1)) {
      await requireReplay(this.#shift, entry)
    }
  }

  /** Two requests that place the same cart, on their way at the same time: one order, one payment. */
  async #placeTwice(entry: Entry, write: Write): Promise<void> {
    const both = [this.#withKey(write), this.#withKey(write)]
    for (const each of both) open(entry, each)
    const replies = await Promise.all(both.map(async (each) => this.#shift.core.send(each)))
    const payments = new Set(
      replies.flatMap((reply) =>
        reply?.status === 200 ? [(JSON.parse(reply.text) as Answer).paymentId] : [],
      ),
    )
    if (payments.size > 1) throw new Lost(`One cart was placed as two payments: ${[...payments].join(', ')}`)
    const inOrder = both.map((each, index) => ({ each, reply: replies[index] }))
    // What was answered counts, whichever came first; then what may have been done, and then what was refused beside it.
    inOrder.sort((a, b) => certaintyOf(a.reply) - certaintyOf(b.reply))
    for (const { each, reply } of inOrder) await this.#settle(entry, each, reply)
  }

  /** A write that is refused when half of it is done: nothing of it is there. */
  async #failLate(entry: Entry): Promise<void> {
    const { id, state } = entry
    if (id === undefined || state.isAbandoned) return
    const write = failLate(id)
    const reply = await this.#shift.core.send(write)
    if (!reply) return
    entry.tell(`${write.what}: ${reply.status}`)
    if (reply.status === 503 && this.#shift.mayRefuse) requireStorageRefusal(reply, write.what)
    else if (reply.status !== 400 && reply.status !== 409) {
      throw new Lost(`${write.what} was answered ${reply.status} ${reply.text}\n${entry.story}`)
    } else this.#shift.tally.failedLate++
    await this.#requireUnchanged(entry)
  }

  async #settle(entry: Entry, write: Write, reply: Reply | undefined): Promise<void> {
    const { tally, mayRefuse } = this.#shift
    if (!reply) {
      tally.unanswered++
      entry.tell(`${write.what}: no answer`)
      this.#shift.isOver = true
      return
    }
    entry.tell(`${write.what}: ${reply.status}`)
    if (reply.status === 200) {
      tally.answered++
      if (write.what.startsWith('place') && !entry.state.order) tally.orders++
      accept(entry, write, reply)
      return
    }
    if (!mayRefuse || reply.status !== 503) {
      throw new Lost(`${write.what} was answered ${reply.status} ${reply.text}\n${entry.story}`)
    }
    requireStorageRefusal(reply, write.what)
    if (isUnknown(reply)) {
      await this.#settleUnknown(entry, write)
      return
    }
    tally.refused++
    await this.#requireUnchanged(entry)
    await sleep(PAUSE)
  }

  /**
   * With a key it is asked again, and settled, unless that is refused too: a refusal says nothing of what was asked before. What
   * is not settled is left alone until somebody looks.
   */
  async #settleUnknown(entry: Entry, write: Write): Promise<void> {
    this.#shift.tally.unanswered++
    for (let again = 1; write.key !== undefined && again <= ASKED_AGAIN; again++) {
      await sleep(again * PAUSE)
      const reply = await this.#shift.core.send(write)
      if (reply?.status !== 503) {
        await this.#settle(entry, write, reply)
        return
      }
      requireStorageRefusal(reply, write.what)
      entry.tell(`${write.what}: ${reply.status} again`)
    }
    const index = this.#entries.indexOf(entry)
    if (index >= 0) this.#entries.splice(index, 1)
  }

  /** What was refused is not there, as long as nothing crashes; of a cart that is left alone nobody knows. */
  async #requireUnchanged(entry: Entry): Promise<void> {
    if (entry.id === undefined || !this.#entries.includes(entry)) return
    const observed = await observe(this.#shift.core, entry.id, entry.state.order !== undefined)
    if (!observed) return
    const found = differences(this.#shift.folder.facts, entry.state, observed)
    if (found.length > 0) {
      throw new Lost(`Refused, but done: ${found.join('; ')}\n${entry.story}`)
    }
  }
}

/** The smaller, the more an answer says of what became of a write. */
function certaintyOf(reply: Reply | undefined): number {
  if (reply?.status === 200) return 0
  return !reply || isUnknown(reply) ? 1 : 2
}

function open(entry: Entry, write: Write): void {
  entry.isTouched = true
  entry.open.push(write)
}

/** The cart is now what the answer says. */
function accept(entry: Entry, write: Write, reply: Reply): void {
  const answer = JSON.parse(reply.text) as Answer
  entry.state = write.after(entry.state, answer)
  entry.open = write.isRepeatable ? entry.open.filter((other) => other !== write && other.isRepeatable) : []
  entry.id ??= answer.cartId
  if (write.key !== undefined) entry.kept = { write, text: reply.text }
  const { etag } = reply.headers
  if (typeof etag === 'string' && etag !== `"${entry.state.version}"`) {
    throw new Lost(`${write.what} made version ${etag}, not "${entry.state.version}"\n${entry.story}`)
  }
}
