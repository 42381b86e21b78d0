import type { CartRecord } from '../carts/cart.repository.ts'
import type { WriteDb } from '../database/engine.ts'
import { discountSale } from './discount-sale.ts'
import { drawSale } from './draw-sale.ts'
import { openingMoments } from './opening-hours.ts'
import { addCartRows } from './order-rows.ts'
import { Random } from './random.ts'
import { RowWriter } from './row-writer.ts'
import type { TradingShop } from './trading-shop.ts'

const DAYS = 3 * 86_400_000

/** Makes carts of the last days that are not placed yet, some hardly begun, some complete. */
export async function seedCarts(db: WriteDb, trading: TradingShop, count: number, now: Date): Promise<void> {
  const { shop, store } = trading
  const random = new Random(shop.seed + 1)
  const span = { from: now.getTime() - DAYS, to: now.getTime(), count }
  const rows = new RowWriter()
  let step = 0
  for (const moment of openingMoments({ ...shop, timeZone: store.timeZone }, span, random)) {
    const { record } = drawSale(trading, moment, random)
    const unfinished = upTo(steps[step++ % steps.length] ?? 'goods', record)
    // What a cart is discounted by follows from what is in it, and some of it may be gone.
    addCartRows(rows, discountSale(trading, unfinished, random))
  }
  await rows.flush(db)
}

const steps = ['goods', 'complete', 'customer', 'address'] as const

/** A cart as it was before it was complete. */
function upTo(step: (typeof steps)[number], record: CartRecord): CartRecord {
  if (step === 'complete') return record
  const { cart, lines } = record
  const hasCustomer = step !== 'goods'
  const changes = 1 + lines.length + (cart.note === null ? 0 : 1)
  return {
    ...record,
    cart: {
      ...cart,
      version: changes + (hasCustomer ? 1 : 0) + (step === 'address' ? 1 : 0),
      customer_id: hasCustomer ? cart.customer_id : null,
      customer_name: hasCustomer ? cart.customer_name : null,
      search_text: hasCustomer ? cart.search_text : '',
    },
    billingAddress: step === 'address' ? record.billingAddress : undefined,
    shippingAddress: undefined,
    shipment: undefined,
  }
}
