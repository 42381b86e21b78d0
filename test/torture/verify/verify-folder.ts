import type { Random } from '../../../core/demo/random.ts'
import { Entry } from '../journal/entry.ts'
import { allCarts, allOrders } from '../journal/facts.ts'
import { newCart, toMinor, totalOfOrder } from '../journal/state.ts'
import { Lost } from '../lost.ts'
import { verifyEntry, type Verifying } from './verify-entry.ts'

/** Entries that are compared at the same time. */
const AT_ONCE = 8
/** Of those that nothing happened to since they were last compared. */
const OLDER = 25

/**
 * Compares a folder with its journal: every entry that something happened to and some of the others (all of them for a
 * last look), and the lists of all carts and orders.
 * @throws Lost
 */
export async function verifyFolder(verifying: Verifying, random: Random | 'everything'): Promise<void> {
  const { folder } = verifying
  await verifyCarts(verifying)
  const touched = folder.entries.filter((entry) => entry.isTouched)
  const others =
    random === 'everything'
      ? folder.entries.filter((entry) => !entry.isTouched)
      : folder.someUntouched(random, OLDER)
  const queue = [...touched, ...others]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let entry = queue.shift(); entry; entry = queue.shift()) await verifyEntry(verifying, entry)
    }),
  )
  await verifyOrders(verifying)
}

/** Every cart that was answered is there, and none that nobody asked for. */
async function verifyCarts({ folder, core }: Verifying): Promise<void> {
  const listed = new Set((await allCarts(core)).map(({ id }) => id))
  const ids = [...folder.facts.carts, ...folder.entries.flatMap(({ id }) => id ?? [])]
  const missing = ids.filter((id) => !listed.has(id))
  if (missing.length > 0) throw new Lost(`Carts are gone: ${missing.join(', ')}`)
  const known = new Set(ids)
  const surplus = [...listed].filter((id) => !known.has(id))
  const unheard = folder.entries.filter(({ id }) => id === undefined).length
  if (surplus.length > folder.strays + unheard) {
    throw new Lost(
      `There are ${surplus.length} carts nobody was told of, but only ${folder.strays + unheard} were asked for.`,
    )
  }
  // Those of entries without an id get it when they are asked for again.
  if (unheard > 0) return
  folder.strays = 0
  for (const id of surplus) folder.entries.push(new Entry(id, newCart))
}

/** Every order has one cart and one number, the numbers have no gap, and each comes to what its goods cost. */
async function verifyOrders({ folder, core }: Verifying): Promise<void> {
  const orders = await allOrders(core)
  const entries = new Map(folder.entries.map((entry) => [entry.id, entry]))
  const listed = new Set(orders.map(({ id }) => id))
  for (const entry of folder.entries) {
    if (entry.state.order && !listed.has(entry.id ?? ''))
      throw new Lost(`The order ${entry.id} is not listed.`)
  }
  for (const { id, orderStatus, orderTotal } of orders) {
    const entry = entries.get(id)
    if (folder.facts.orders.has(id)) continue
    if (!entry?.state.order) throw new Lost(`There is an order ${id} that nobody placed.`)
    if (orderStatus.name !== entry.state.order.status)
      throw new Lost(`The list has ${id} as ${orderStatus.name}.`)
    const total = totalOfOrder(folder.facts, entry.state.order)
    if (toMinor(orderTotal) !== total)
      throw new Lost(`The list has ${id} for ${orderTotal}, not ${total / 100}.`)
  }
  const numbers = orders.map(({ orderNumber }) => Number(/\d+$/.exec(orderNumber)?.[0])).sort((a, b) => a - b)
  numbers.forEach((number, index) => {
    const before = numbers[index - 1]
    if (before !== undefined && number !== before + 1)
      throw new Lost(`The order number ${number} follows ${before}.`)
  })
}
