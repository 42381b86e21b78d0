import { describe, expect, it } from 'vitest'
import type { OrderTransaction } from '../../renderer/api/orders.ts'
import { linesToPack, type PrintedOrder } from '../../renderer/features/print/print-document.ts'

const refundAt = (hour: string, ...lines: [lineId: string, quantity: number][]) =>
  ({
    date: `2026-11-20T${hour}:30:00.000Z`,
    kind: 'refund',
    lines: lines.map(([lineId, quantity]) => ({ lineId, quantity })),
  }) as OrderTransaction
const packed = (completedDate: string | null, ...refunds: OrderTransaction[]) => {
  const order = {
    completedDate,
    orderLines: [
      { id: '0', quantity: 3 },
      { id: '1', quantity: 1 },
    ],
  } as PrintedOrder['order']
  return linesToPack({ order, refunds }).map(({ id, quantity }) => [id, quantity])
}

describe('the goods that are packed', () => {
  it('are those of the order, without what was paid back before they went out', () => {
    expect(packed(null)).toStrictEqual([
      ['0', 3],
      ['1', 1],
    ])
    expect(packed(null, refundAt('09', ['0', 1]), refundAt('10', ['0', 1], ['1', 1]))).toStrictEqual([
      ['0', 1],
    ])
    expect(
      packed('2026-11-20T10:00:00.000Z', refundAt('09', ['0', 1]), refundAt('10', ['1', 1])),
    ).toStrictEqual([
      ['0', 2],
      ['1', 1],
    ])
  })
})
