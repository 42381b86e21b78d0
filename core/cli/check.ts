import { checkIntegrity } from '../database/sqlite/safekeeping/integrity-check.ts'
import { readShop } from '../database/sqlite/read-shop.ts'
import { noShop } from '../database/sqlite/require-shop.ts'
import type { EngineLocation } from '../database/engine.ts'
import { withShop } from '../engines.ts'
import { checkMoney, ownerOf, type Checked } from '../data/check-money.ts'
import { conflict } from '../kernel/errors.ts'
import { findFirstStore } from '../stores/store.repository.ts'
import type { Output } from './output.ts'
import type { Place } from './place.ts'

/**
 * Exit 1 and a list where the file is damaged or the money of an order, of a count of a till or of a gift card, or a level of stock, does not agree. It only reads:
 * the money of a file that an earlier version has written is checked once a start has brought it up to date.
 */
export async function check(place: Place, _options: object, to: Output): Promise<number> {
  const { dataDir, location } = place
  if (location.kind === 'postgres') return checkServer(location, to)
  return readShop(dataDir, async (shop) => {
    const file = await checkIntegrity(shop)
    if (!shop.isUpToDate && file.length === 0) throw older(shop.name)
    // A start has yet to make one there, or a move that is under way to bring it.
    if (file.length === 0 && !(await shop.read(findFirstStore))) throw noShop(dataDir)
    const money = shop.isUpToDate
      ? await checkMoney(shop)
      : { orders: 0, tillCounts: 0, giftCards: 0, stockLevels: 0, faults: [] }
    return tell(to, shop.name, file, money)
  })
}

function tell(
  to: Output,
  name: string,
  file: readonly string[],
  { orders, tillCounts, giftCards, stockLevels, faults }: Checked,
): number {
  const ok = file.length === 0 && faults.length === 0
  const lines = [
    ...file.map((text) => `Database: ${text}`),
    ...faults.map((fault) => `${ownerOf(fault)}: ${fault.text}`),
    `${name}: ${ok ? 'sound' : 'NOT SOUND'}, ${orders} orders, ${tillCounts} counts of tills, ${giftCards} gift cards and ${stockLevels} levels of stock checked.`,
  ]
  to.result({ ok, orders, tillCounts, giftCards, stockLevels, database: file, faults }, lines.join('\n'))
  return ok ? 0 : 1
}

/** How sound its pages are a server knows itself. */
const checkServer = async (location: EngineLocation, to: Output): Promise<number> =>
  withShop(location, async (shop) => tell(to, shop.name, [], await checkMoney(shop)))

const older = (file: string) =>
  conflict(
    'check.older',
    `${file} is sound, but was written by an earlier version of Backcounter. The next start brings it up to date; its ` +
      'orders can be checked then.',
  )
