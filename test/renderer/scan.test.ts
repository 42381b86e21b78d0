import { beforeAll, describe, expect, it } from 'vitest'
import { watch } from 'vue'
import type { Product } from '../../core/catalog/catalog.schema.ts'
import { startSession } from '../../renderer/api/session.ts'
import { createCartSession } from '../../renderer/features/carts/session/cart-session.ts'
import {
  useLargeQuantities,
  type LargeQuantities,
} from '../../renderer/features/carts/lines/use-large-quantities.ts'
import { usePromotionCodes } from '../../renderer/features/carts/checkout/use-promotion-codes.ts'
import { createKeptScans, type WaitingScan } from '../../renderer/features/goods/kept-scans.ts'
import { useScan, type Scan } from '../../renderer/features/carts/lines/use-scan.ts'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import { openConsoleWindow } from './console-window.ts'

const shop = sharedShop()
const consoleWindow = openConsoleWindow(shop)
let other: Clerk
let goods: Product[]

beforeAll(async () => {
  other = await shop().as('staff')
  goods = (await other.products({ maxItems: 50 })).filter(({ barcode }) => barcode !== null)
  const address = new URL(await shop().core.consolePath(), 'http://127.0.0.1')
  await startSession(address.searchParams.get('launch') ?? '')
})

async function startScanning(): Promise<{
  scan: Scan
  quantities: LargeQuantities
  cartId: string
  openShop: () => void
}> {
  const cartId = await other.aCart()
  const session = createCartSession(cartId)
  await session.load()
  const { promise: known, resolve } = Promise.withResolvers<string>()
  const group = await other.priceGroup()
  const quantities = useLargeQuantities(cartId)
  const { take } = usePromotionCodes(cartId, session)
  const scan = useScan(cartId, session, quantities, () => known, take)
  return { scan, quantities, cartId, openShop: () => resolve(group) }
}

const barcodeOf = (index: number) => goods[index]?.barcode ?? ''

describe('scanning', () => {
  it('keeps what is scanned before the price group is known', async () => {
    const { scan, cartId, openShop } = await startScanning()
    const scans = [scan.scan(barcodeOf(0)), scan.scan(`4*${barcodeOf(1)}`), scan.scan(barcodeOf(0))]
    expect(scan.waiting.value.map(({ text }) => text)).toEqual([
      barcodeOf(0),
      `4*${barcodeOf(1)}`,
      barcodeOf(0),
    ])
    openShop()
    await Promise.all(scans)
    expect(scan.waiting.value).toEqual([])

    const { orderLines } = await other.readCart(cartId)
    expect(orderLines.map(({ quantity }) => quantity)).toEqual([2, 4])
  })

  it('is two calls: the goods are found, and their line answers the cart', async () => {
    const { scan, openShop } = await startScanning()
    openShop()
    // What the page reads besides has been answered.
    await expect.poll(() => consoleWindow.exchanges.at(-1)?.path).toMatch(/\/promotion-codes$/)
    const before = consoleWindow.exchanges.length
    await scan.scan(barcodeOf(0))

    const calls = consoleWindow.exchanges.slice(before)
    expect(calls.map(({ method, path }) => `${method} ${path.replace(/[?].*/, '')}`)).toEqual([
      'GET /api/v1/products',
      expect.stringMatching(/^POST \/api\/v1\/carts\/[0-9a-f-]+\/lines$/),
    ])
  })

  it('goes on after a reload with what waited, in its order, and makes what was on its way once', async () => {
    const first = await startScanning()
    first.openShop()
    let onItsWay: WaitingScan | undefined
    const { stop } = watch(
      first.scan.waiting,
      ([now]) => {
        if (now?.sent) onItsWay ??= structuredClone(now)
      },
      { flush: 'sync' },
    )
    await first.scan.scan(barcodeOf(0))
    stop()
    const { cartId } = first
    // What the window keeps where the page is loaded anew before any answer has come.
    const left = [onItsWay, ...[1, 0].map((index) => ({ text: barcodeOf(index), isScanned: true }))]
    sessionStorage.setItem('backcounter.scans.anew', JSON.stringify(left))
    const kept = createKeptScans('backcounter.scans.anew')

    const session = createCartSession(cartId)
    await session.load()
    const group = await other.priceGroup()
    const again = useScan(
      cartId,
      session,
      useLargeQuantities(cartId),
      () => Promise.resolve(group),
      () => Promise.resolve(false),
      kept,
    )

    expect(again.resumed.value.map(({ text }) => text)).toEqual([0, 1, 0].map(barcodeOf))
    await expect.poll(() => again.waiting.value).toEqual([])
    const { orderLines } = await other.readCart(cartId)
    expect(orderLines.map(({ quantity }) => quantity)).toEqual([2, 1])
    expect(again.failures.value).toEqual([])
    expect(sessionStorage.getItem('backcounter.scans.anew')).toBeNull()
    again.forgetResumed()
    expect(again.resumed.value).toEqual([])
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

  it('takes the code of a promotion, too; one that the cart has is told', async () => {
    const { scan, cartId, openShop } = await startScanning()
    openShop()
    await scan.scan(barcodeOf(0))

    expect((await scan.scan('welcome10')).kind).toBe('promotion')
    expect((await other.readCart(cartId)).discountTotal).toBeGreaterThan(0)
    expect(scan.failures.value).toEqual([])
    expect((await scan.scan('WELCOME10')).kind).toBe('refused')
    // Words that are typed are those of goods.
    expect((await scan.enter('WELCOME10')).kind).toBe('unknown')
  })

  it('asks for a choice where words fit several products', async () => {
    const { scan, cartId, openShop } = await startScanning()
    openShop()
    const outcome = await scan.enter('boots')

    expect(outcome.kind).toBe('ambiguous')
    expect((await other.readCart(cartId)).orderLines).toEqual([])
    expect(scan.failures.value).toEqual([])
  })

  it('adds nothing that merely begins with a scanned code', async () => {
    const { scan, cartId, openShop } = await startScanning()
    openShop()
    const only = barcodeOf(0).slice(0, -1)

    expect((await other.products({ search: only })).length).toBe(1)
    expect((await scan.scan(only)).kind).toBe('unknown')
    expect((await scan.scan('boots')).kind).toBe('unknown')
    expect((await other.readCart(cartId)).orderLines).toEqual([])
  })

  it('asks before more than 99 of a thing, and goes on with what is scanned meanwhile', async () => {
    const { scan, quantities, cartId, openShop } = await startScanning()
    openShop()
    const many = [
      scan.scan(`100*${barcodeOf(0)}`),
      scan.scan(`99*${barcodeOf(1)}`),
      scan.scan(`250*${barcodeOf(2)}`),
    ]
    await many[1]
    await expect.poll(() => quantities.asked.value?.quantity).toBe(100)
    quantities.answer(false)
    await expect.poll(() => quantities.asked.value?.quantity).toBe(250)
    quantities.answer(true)
    const kinds = (await Promise.all(many)).map(({ kind }) => kind)

    expect(kinds).toEqual(['declined', 'added', 'added'])
    expect(scan.failures.value).toEqual([])
    const { orderLines } = await other.readCart(cartId)
    expect(orderLines.map(({ quantity }) => quantity)).toEqual([99, 250])
  })

  it('refuses a quantity that is none', async () => {
    const { scan, cartId, openShop } = await startScanning()
    openShop()

    expect((await scan.scan(`2,5*${barcodeOf(0)}`)).kind).toBe('no-quantity')
    expect(scan.failures.value).toHaveLength(1)
    expect((await other.readCart(cartId)).orderLines).toEqual([])
  })
})
