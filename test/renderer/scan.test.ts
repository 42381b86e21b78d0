import { beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '../../core/catalog/catalog.schema.ts'
import { startSession } from '../../renderer/api/session.ts'
import { createCartSession } from '../../renderer/features/carts/cart-session.ts'
import { useScan, type Scan } from '../../renderer/features/carts/use-scan.ts'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import { openConsoleWindow } from './console-window.ts'

const shop = sharedShop()
openConsoleWindow(shop)
let other: Clerk
let goods: Product[]

beforeAll(async () => {
  other = await shop().as('staff')
  goods = (await other.products({ maxItems: 50 })).filter(({ barcode }) => barcode !== null)
  const address = new URL(await shop().core.consolePath(), 'http://127.0.0.1')
  await startSession(address.searchParams.get('launch') ?? '')
})

async function startScanning(): Promise<{ scan: Scan; cartId: string; openShop: () => void }> {
  const cartId = await other.aCart()
  const session = createCartSession(cartId)
  await session.load()
  const { promise: known, resolve } = Promise.withResolvers<string>()
  const group = await other.priceGroup()
  return { scan: useScan(cartId, session, () => known), cartId, openShop: () => resolve(group) }
}

const barcodeOf = (index: number) => goods[index]?.barcode ?? ''

describe('scanning', () => {
  it('keeps what is scanned before the price group is known', async () => {
    const { scan, cartId, openShop } = await startScanning()
    const scans = [scan.scan(barcodeOf(0)), scan.scan(`4*${barcodeOf(1)}`), scan.scan(barcodeOf(0))]
    openShop()
    await Promise.all(scans)

    const { orderLines } = await other.readCart(cartId)
    expect(orderLines.map(({ quantity }) => quantity)).toEqual([2, 4])
  })

  it('adds nothing for an unknown code and keeps it in sight until it is dismissed', async () => {
    const { scan, cartId, openShop } = await startScanning()
    openShop()
    const outcome = await scan.scan('0000000000000')

    expect(outcome.kind).toBe('unknown')
    expect((await other.readCart(cartId)).orderLines).toEqual([])
    expect(scan.failures.value).toEqual([outcome])
    for (const failure of scan.failures.value) scan.dismiss(failure)
    expect(scan.failures.value).toEqual([])
  })

  it('asks for a choice where words fit several products', async () => {
    const { scan, cartId, openShop } = await startScanning()
    openShop()
    const outcome = await scan.scan('boots')

    expect(outcome.kind).toBe('ambiguous')
    expect((await other.readCart(cartId)).orderLines).toEqual([])
    expect(scan.failures.value).toEqual([])
  })
})
