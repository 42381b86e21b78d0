import { describe, expect, it } from 'vitest'
import type { OrderEvent } from '../../renderer/api/orders.ts'
import { linesToPack, type PrintedOrder } from '../../renderer/features/print/print-document.ts'

const event = (kind: string, details: OrderEvent['details'] = {}): OrderEvent => ({
  date: '2026-11-20T09:30:00.000Z',
  actor: 'Ida',
  kind,
  text: kind,
  details,
})
const refund = (...lines: [lineId: string, quantity: number][]): OrderEvent =>
  event('payment.refunded', {
    lines: lines.map(([lineId, quantity]) => ({ lineId, quantity, productName: 'Mug' })),
  })
const order = {
  orderLines: [
    { id: '0', quantity: 3 },
    { id: '1', quantity: 1 },
  ],
} as PrintedOrder['order']
const packed = (...events: OrderEvent[]) =>
  linesToPack({ order, events }).map(({ id, quantity }) => [id, quantity])

describe('the goods that are packed', () => {
  it('are those of the order, without what was paid back before they went out', () => {
    expect(packed(event('order.placed'))).toStrictEqual([
      ['0', 3],
      ['1', 1],
    ])
    expect(packed(event('order.placed'), refund(['0', 1]), refund(['0', 1], ['1', 1]))).toStrictEqual([
      ['0', 1],
    ])
    expect(packed(refund(['0', 1]), event('order.completed'), refund(['1', 1]))).toStrictEqual([
      ['0', 2],
      ['1', 1],
    ])
  })
})
